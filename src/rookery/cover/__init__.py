"""The cheapest cover: pieces of least total price that check every king."""

from rookery.errors import name_puzzle

name_puzzle(__name__, "Cover")
