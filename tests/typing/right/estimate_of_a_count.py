import rookery as rk

estimate: rk.Estimate = rk.estimate(rk.Queens(12), limits=rk.Limits(work=2), seed=1)
interval: tuple[float, float] | None = estimate.interval(0.9)
if estimate.error is not None and estimate.value is not None:
    print(estimate.value + estimate.error, interval, estimate.to_json())

stopped = rk.count(rk.Queens(12), limits=rk.Limits(work=1))
if stopped.estimate is not None:
    print(stopped.estimate.relative_error)
