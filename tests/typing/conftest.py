"""The scripts are for type checkers; no doctest is looked for in them."""

collect_ignore_glob = ["right/*", "wrong/*"]
