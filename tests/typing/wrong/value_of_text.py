import rookery as rk

text: str | None = rk.count(rk.Queens(8)).value  # wrong
whole: int | None = rk.solve(rk.Cover.parse(["#_"], {"R": "1/2"})).value  # wrong
