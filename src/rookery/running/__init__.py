"""How work is run: in units, by threads, processes or a cluster, with a ledger."""
