import numpy as np

import rookery as rk

for n in np.arange(4, 8):
    print(rk.count(rk.Queens(n), limits=np.float64(2.5), threads=np.int32(1)).value)
