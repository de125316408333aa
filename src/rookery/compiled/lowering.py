"""Compilation of vectors of words: their Numba types and LLVM instructions.

Every function of `plain_lanes` has its type registered by `type_callable` and its instructions by
`lower_builtin`. Compiled vectors are LLVM's own, which every processor can run. Only `pack` needs
special code: AVX-512 has an instruction for it, AVX2 permutes by a table, and `Portable` stores
lane by lane.
"""

from __future__ import annotations

import operator

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, models, register_model, type_callable

from rookery.compiled import plain_lanes as plain
from rookery.compiled.plain_lanes import ORDER, WIDTHS, Avx2, Avx512, Portable

WORD = ir.IntType(32)
SIZE = ir.IntType(64)

# Truth tables of functions of three bits for AVX-512: bit 4 a + 2 b + c is the value at a, b, c.
SUM, CARRY = 0b10010110, 0b11101000


class VectorType(types.Type):
    """Numba's type of a vector of words."""

    def __init__(self, width):
        self.width = width
        super().__init__(f"words[{width}]")


class MaskType(types.Type):
    """Numba's type of a vector of truth values."""

    def __init__(self, width):
        self.width = width
        super().__init__(f"mask[{width}]")


@register_model(VectorType)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, ir.VectorType(WORD, kind.width))


@register_model(MaskType)
class _MaskModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, ir.VectorType(ir.IntType(1), kind.width))


def _width(lanes):
    return WIDTHS[lanes.instance_class]


type_callable(plain.lane_count)(lambda context: lambda lanes: types.int64)
type_callable(plain.load)(lambda context: lambda lanes, array, at: VectorType(_width(lanes)))
type_callable(plain.store)(lambda context: lambda lanes, array, at, words: types.void)
type_callable(plain.store_byte_mask)(lambda context: lambda lanes, array, at, words: types.void)
type_callable(plain.spread)(lambda context: lambda lanes, word: VectorType(_width(lanes)))
type_callable(plain.lanes_below)(lambda context: lambda lanes, number: MaskType(_width(lanes)))
type_callable(plain.is_zero)(lambda context: lambda words: MaskType(words.width))
type_callable(plain.bits_of)(lambda context: lambda mask: types.int64)
type_callable(plain.count)(lambda context: lambda mask: types.int64)
type_callable(plain.sum_of_bits)(lambda context: lambda first, second, third: first)
type_callable(plain.carry_of_bits)(lambda context: lambda first, second, third: first)
type_callable(plain.set_bits)(lambda context: lambda words: words)
type_callable(plain.total)(lambda context: lambda words: types.int64)
type_callable(plain.pack)(lambda context: lambda lanes, array, at, mask, words: types.void)


def _place(context, builder, kind, array, at, width):
    """Return the address of an array's word, as the address of a vector."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), ir.VectorType(WORD, width).as_pointer())


def _spread(builder, word, width):
    undefined = ir.Constant(ir.VectorType(word.type, width), ir.Undefined)
    first = builder.insert_element(undefined, word, ir.Constant(WORD, 0))
    return builder.shuffle_vector(first, undefined, _zeros(width))


def _zeros(width):
    return ir.Constant(ir.VectorType(WORD, width), [0] * width)


@lower_builtin(plain.lane_count, types.NamedTuple)
def _lane_count(context, builder, signature, arguments):
    return ir.Constant(SIZE, _width(signature.args[0]))


@lower_builtin(plain.load, types.NamedTuple, types.Array, types.Integer)
def _load(context, builder, signature, arguments):
    _, array, at = arguments
    place = _place(context, builder, signature.args[1], array, at, signature.return_type.width)
    words = builder.load(place)
    words.align = 4
    return words


@lower_builtin(plain.store, types.NamedTuple, types.Array, types.Integer, VectorType)
def _store(context, builder, signature, arguments):
    _, array, at, words = arguments
    place = _place(context, builder, signature.args[1], array, at, signature.args[3].width)
    builder.store(words, place).align = 4
    return context.get_dummy_value()


@lower_builtin(plain.store_byte_mask, types.NamedTuple, types.Array, types.Integer, VectorType)
def _store_byte_mask(context, builder, signature, arguments):
    _, array, at, words = arguments
    number = signature.args[3].width * 4
    kind = ir.VectorType(ir.IntType(8), number)
    is_set = builder.icmp_unsigned("!=", builder.bitcast(words, kind), ir.Constant(kind, None))
    data = context.make_array(signature.args[1])(context, builder, array).data
    place = builder.bitcast(builder.gep(data, [at]), ir.IntType(number).as_pointer())
    builder.store(builder.bitcast(is_set, ir.IntType(number)), place).align = 4
    return context.get_dummy_value()


@lower_builtin(plain.spread, types.NamedTuple, types.Integer)
def _spread_word(context, builder, signature, arguments):
    word = context.cast(builder, arguments[1], signature.args[1], types.uint32)
    return _spread(builder, word, signature.return_type.width)


@lower_builtin(plain.lanes_below, types.NamedTuple, types.Integer)
def _lanes_below(context, builder, signature, arguments):
    width = signature.return_type.width
    number = context.cast(builder, arguments[1], signature.args[1], types.int32)
    lane = ir.Constant(ir.VectorType(WORD, width), list(range(width)))
    return builder.icmp_signed("<", lane, _spread(builder, number, width))


@lower_builtin(plain.is_zero, VectorType)
def _is_zero(context, builder, signature, arguments):
    return builder.icmp_unsigned("==", arguments[0], _zeros(signature.args[0].width))


@lower_builtin(plain.bits_of, MaskType)
def _bits_of(context, builder, signature, arguments):
    bits = builder.bitcast(arguments[0], ir.IntType(signature.args[0].width))
    return builder.zext(bits, SIZE)


@lower_builtin(plain.count, MaskType)
def _count(context, builder, signature, arguments):
    return builder.ctpop(_bits_of(context, builder, signature, arguments))


@lower_builtin(plain.sum_of_bits, VectorType, VectorType, VectorType)
def _sum_of_bits(context, builder, signature, arguments):
    if signature.args[0].width == WIDTHS[Avx512]:
        return _of_three_bits(builder, SUM, arguments)
    first, second, third = arguments
    return builder.xor(builder.xor(first, second), third)


@lower_builtin(plain.carry_of_bits, VectorType, VectorType, VectorType)
def _carry_of_bits(context, builder, signature, arguments):
    """Reuse a term of the sum, so that sum and carry together take five instructions."""
    if signature.args[0].width == WIDTHS[Avx512]:
        return _of_three_bits(builder, CARRY, arguments)
    first, second, third = arguments
    either = builder.xor(first, second)
    return builder.or_(builder.and_(first, second), builder.and_(either, third))


def _of_three_bits(builder, function, arguments):
    """Call the ternary instruction, which LLVM does not choose for a sum and a carry together."""
    words = arguments[0].type
    kind = ir.FunctionType(words, [words, words, words, WORD])
    name = "llvm.x86.avx512.pternlog.d.512"
    ternary = cgutils.get_or_insert_function(builder.module, kind, name)
    return builder.call(ternary, [*arguments, ir.Constant(WORD, function)])


@lower_builtin(plain.set_bits, VectorType)
def _set_bits(context, builder, signature, arguments):
    """Count in 64-bit words, to which AVX2 adds up bytes in one instruction."""
    words = arguments[0]
    pairs = signature.args[0].width // 2
    paired = ir.VectorType(SIZE, pairs)
    kind = ir.FunctionType(paired, [paired])
    counting = cgutils.get_or_insert_function(builder.module, kind, f"llvm.ctpop.v{pairs}i64")
    return builder.bitcast(builder.call(counting, [builder.bitcast(words, paired)]), words.type)


@lower_builtin(plain.total, VectorType)
def _total(context, builder, signature, arguments):
    width = signature.args[0].width
    kind = ir.FunctionType(WORD, [arguments[0].type])
    name = f"llvm.vector.reduce.add.v{width}i32"
    reduce = cgutils.get_or_insert_function(builder.module, kind, name)
    return builder.zext(builder.call(reduce, arguments), SIZE)


@lower_builtin(plain.pack, types.NamedTuple, types.Array, types.Integer, MaskType, VectorType)
def _pack(context, builder, signature, arguments):
    packers = {Avx512: _pack_avx512, Avx2: _pack_avx2, Portable: _pack_portable}
    packers[signature.args[0].instance_class](context, builder, signature, arguments)
    return context.get_dummy_value()


def _pack_avx512(context, builder, signature, arguments):
    """Compress in a register, as compressing into memory is slow on some processors."""
    _, array, at, mask, words = arguments
    kind = ir.FunctionType(words.type, [words.type, words.type, mask.type])
    name = "llvm.x86.avx512.mask.compress.v16i32"
    compress = cgutils.get_or_insert_function(builder.module, kind, name)
    packed = builder.call(compress, [words, _zeros(16), mask])
    place = _place(context, builder, signature.args[1], array, at, 16)
    builder.store(packed, place).align = 4


def _pack_avx2(context, builder, signature, arguments):
    """Permute by the mask's row of the table."""
    lanes, array, at, mask, words = arguments
    number = builder.zext(builder.bitcast(mask, ir.IntType(8)), SIZE)
    row = builder.shl(number, ir.Constant(SIZE, 3))
    order = builder.extract_value(lanes, ORDER)
    order = builder.load(_place(context, builder, signature.args[0][ORDER], order, row, 8))
    order.align = 4
    kind = ir.FunctionType(words.type, [words.type, words.type])
    permute = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.avx2.permd")
    place = _place(context, builder, signature.args[1], array, at, 8)
    builder.store(builder.call(permute, [words, order]), place).align = 4


def _pack_portable(context, builder, signature, arguments):
    """Store every lane, but advance only past the set ones."""
    _, array, at, mask, words = arguments
    data = context.make_array(signature.args[1])(context, builder, array).data
    for lane in range(8):
        number = ir.Constant(WORD, lane)
        builder.store(builder.extract_element(words, number), builder.gep(data, [at]))
        at = builder.add(at, builder.zext(builder.extract_element(mask, number), SIZE))


def _type_operators():
    """Register the operators of vectors and masks. The result has the type of the left operand."""

    def pair(left, right):
        return left if isinstance(left, (VectorType, MaskType)) and left == right else None

    def shift(left, right):
        return left if isinstance(left, VectorType) and isinstance(right, types.Integer) else None

    def single(operand):
        return operand if isinstance(operand, (VectorType, MaskType)) else None

    for symbol in (operator.and_, operator.or_, operator.add):
        type_callable(symbol)(lambda context: pair)
    for symbol in (operator.lshift, operator.rshift):
        type_callable(symbol)(lambda context: shift)
    for symbol in (operator.invert, operator.neg):
        type_callable(symbol)(lambda context: single)


_type_operators()


@lower_builtin(operator.and_, VectorType, VectorType)
@lower_builtin(operator.and_, MaskType, MaskType)
def _and(context, builder, signature, arguments):
    return builder.and_(*arguments)


@lower_builtin(operator.or_, VectorType, VectorType)
def _or(context, builder, signature, arguments):
    return builder.or_(*arguments)


@lower_builtin(operator.add, VectorType, VectorType)
def _add(context, builder, signature, arguments):
    return builder.add(*arguments)


@lower_builtin(operator.invert, VectorType)
@lower_builtin(operator.invert, MaskType)
def _invert(context, builder, signature, arguments):
    return builder.not_(arguments[0])


@lower_builtin(operator.neg, VectorType)
def _negate(context, builder, signature, arguments):
    return builder.sub(_zeros(signature.args[0].width), arguments[0])


@lower_builtin(operator.lshift, VectorType, types.Integer)
def _left_shift(context, builder, signature, arguments):
    return builder.shl(arguments[0], _shift(context, builder, signature, arguments))


@lower_builtin(operator.rshift, VectorType, types.Integer)
def _right_shift(context, builder, signature, arguments):
    return builder.lshr(arguments[0], _shift(context, builder, signature, arguments))


def _shift(context, builder, signature, arguments):
    bits = context.cast(builder, arguments[1], signature.args[1], types.uint32)
    return _spread(builder, bits, signature.args[0].width)
