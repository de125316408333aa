"""Coverage-guided fuzzing of what reads input from outside, by Atheris (``make fuzz``)."""
