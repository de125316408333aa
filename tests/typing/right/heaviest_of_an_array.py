import numpy as np

import rookery as rk

weights = np.random.default_rng(1).integers(1, 99, (8, 8))
result = rk.solve(rk.Heaviest(weights, best=3), seed=np.int64(3))
for placement in result.answer or ():
    print(placement[0])
