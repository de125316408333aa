import numpy as np
import pytest
from numba import njit

from rookery.compiled import lanes as lanes_module
from rookery.compiled.lanes import lanes_named, widest
from rookery.compiled.plain_lanes import (
    bits_of,
    carry_of_bits,
    count,
    is_zero,
    lane_count,
    lanes_below,
    load,
    pack,
    set_bits,
    spread,
    store,
    store_byte_mask,
    sum_of_bits,
    total,
)
from rookery.errors import PuzzleError

NAMES = ["avx512", "avx2", "portable"]
RUNNABLE = NAMES[NAMES.index(widest()) :]


def everything(lanes, words, number, out):
    """Use every function and operator once, on the words one vector after the other."""
    end = 0
    for at in range(0, len(words), lane_count(lanes)):
        here = load(lanes, words, at)
        mixed = (here << 3 | here >> 2) & ~spread(lanes, 0x50) | -here & spread(lanes, words[1])
        good = ~is_zero(mixed & spread(lanes, 7)) & lanes_below(lanes, number)
        pack(lanes, out, end, good, mixed)
        end += count(good)
        out[-1 - at] = bits_of(good)
        out[-2 - at] = total(set_bits(sum_of_bits(here, mixed, mixed << 1)))
        out[-3 - at] = total(set_bits(carry_of_bits(here, mixed, mixed << 1)) + set_bits(mixed))
        store_byte_mask(lanes, out, len(out) - 288 + at // 8, here & spread(lanes, 0x81808101))
    store(lanes, out, end, spread(lanes, 9))
    return end


compiled = njit(everything)


@pytest.mark.parametrize("name", RUNNABLE)
@pytest.mark.parametrize("number", [0, 1, 5, 8, 16, 100])
def test_compiled_lanes_do_what_the_numpy_bodies_do(name, number):
    lanes = lanes_named(name)
    words = np.random.default_rng(number).integers(0, 1 << 32, 256, dtype=np.uint32)
    outs = np.zeros((2, 256 + 32 + 32 + 256), np.uint32)
    ends = [compiled(lanes, words, number, outs[0]), everything(lanes, words, number, outs[1])]
    assert ends[0] == ends[1]
    assert (ends[0] > 0) == (number > 0)
    end = ends[0] + lanes.width
    assert outs[0, :end].tolist() == outs[1, :end].tolist()
    assert outs[0, -288:].tolist() == outs[1, -288:].tolist()


def test_lanes_are_chosen_by_what_the_processor_has(monkeypatch):
    monkeypatch.delenv("ROOKERY_LANES", raising=False)
    for features, name in [("+avx2,+avx512f", "avx512"), ("+avx2", "avx2"), ("+sse2", "portable")]:
        monkeypatch.setattr(lanes_module.config, "CPU_FEATURES", features)
        assert widest() == name


def test_lanes_that_cannot_run_are_refused(monkeypatch):
    monkeypatch.setattr(lanes_module.config, "CPU_FEATURES", "+avx2")
    for forced in ("avx512", "avx"):
        monkeypatch.setenv("ROOKERY_LANES", forced)
        with pytest.raises(PuzzleError, match=f"expected avx2 or portable, got '{forced}'"):
            widest()


def test_unknown_lanes():
    with pytest.raises(PuzzleError, match=r"expected lanes, got 'avx'; did you mean"):
        lanes_named("avx")
