"""Tours that visit the squares they pass over, such as Loyd's queen's: beams and bounds."""
