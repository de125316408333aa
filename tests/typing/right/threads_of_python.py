from concurrent.futures import ThreadPoolExecutor

import rookery as rk

with ThreadPoolExecutor(2) as pool:
    print(rk.count(rk.Queens(14), method="halves", executor=pool, batch=4).value)
