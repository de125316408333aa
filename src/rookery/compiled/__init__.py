"""What the compiled kernels of all families share: where they are kept, and who compiles them."""
