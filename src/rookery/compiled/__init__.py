"""What the compiled kernels of all families share: where they are kept, what compiles them."""
