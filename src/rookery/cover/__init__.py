"""The cheapest cover: pieces of least total price that check every king."""
