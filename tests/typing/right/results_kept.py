from typing import Any

import rookery as rk

kept: list[rk.Result[Any]] = [rk.solve(rk.Queens(4)), rk.solve(rk.Heaviest([[1]]))]
print([result.value for result in kept])
