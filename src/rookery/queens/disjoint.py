"""Which of 32 words in a row share no bit with a key, in plain Python and in kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LANES = 32


def disjoint(words: NDArray[np.uint32], at: int, key: int) -> int:
    """Return 32 bits: bit i is set when ``words[at + i] & key == 0``.

    Compiled, it is one vector comparison on whatever the processor has. All 32 words are read,
    so the array must reach that far.

    >>> import numpy as np
    >>> bin(disjoint(np.arange(32, dtype=np.uint32), 0, 6))
    '0b11000000110000001100000011'
    """
    return sum(1 << lane for lane in range(LANES) if not int(words[at + lane]) & int(key))


@intrinsic
def _compare(typing_context, words, at, key):
    def generate(context, builder, signature, arguments):
        word = ir.IntType(32)
        vector = ir.VectorType(word, LANES)
        zeros = ir.Constant(vector, [0] * LANES)
        unset = ir.Constant(vector, ir.Undefined)
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        place = builder.bitcast(builder.gep(data, [arguments[1]]), vector.as_pointer())
        loaded = builder.load(place)
        loaded.align = 4
        single = builder.insert_element(unset, arguments[2], ir.Constant(word, 0))
        spread = builder.shuffle_vector(single, unset, zeros)
        free = builder.icmp_unsigned("==", builder.and_(loaded, spread), zeros)
        return builder.zext(builder.bitcast(free, ir.IntType(LANES)), ir.IntType(64))

    return types.int64(words, types.int64, types.uint32), generate


@overload(disjoint)
def _disjoint(words, at, key):
    def generated(words, at, key):
        return _compare(words, at, key)

    return generated
