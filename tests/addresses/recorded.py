"""Addresses that other programs made of puzzles drawn in them (`recorded.json` says how)."""

import json
from pathlib import Path

import rookery as rk

MADE = json.loads(Path(__file__).with_name("recorded.json").read_text(encoding="utf-8"))
PUZZLINK, PENPA, SBN = MADE["puzzlink"], MADE["penpa"], MADE["sbn"]

SMALL = rk.Regions(["AAABC", "AABBC", "ADDBC", "DDDBE", "DDDEE"])
SIX = rk.Regions(["AAABBB", "CDDDEB", "CDDBEB", "DDBBBB", "DFFBBB", "FFFFBB"])
BATTLE = rk.generate_regions(10, stars=2, seed=1)
MARKED = rk.Regions(SMALL.rows, given=["a5"], blocked=["c5"])
