"""Count and estimate, with numbers of NumPy and threads of Python."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

import rookery as rk

counted = rk.count(rk.Queens(12), fundamental=True, threads=2, limits=60)
print(counted.value, counted.status is rk.Status.OPTIMAL)
for n in np.arange(4, 8):
    print(rk.count(rk.Queens(n), limits=np.float64(2.5), threads=np.int32(1)).value)
with ThreadPoolExecutor(2) as pool:
    print(rk.count(rk.Queens(14), method="halves", executor=pool, batch=4).value)

estimate: rk.Estimate = rk.estimate(rk.Queens(12), limits=rk.Limits(work=2), seed=1)
interval: tuple[float, float] | None = estimate.interval(0.9)
if estimate.error is not None and estimate.value is not None:
    print(estimate.value + estimate.error, interval, estimate.to_json())
stopped = rk.count(rk.Queens(12), limits=rk.Limits(work=1))
if stopped.estimate is not None:
    print(stopped.estimate.relative_error)
