"""Tours that visit what they pass over, such as Loyd's queen: by a beam, and bounds."""
