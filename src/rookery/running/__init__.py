"""Execution of work units by threads, processes or a cluster, with a ledger."""
