"""Short tours by a beam: of the beginnings of so many moves only the best go on."""
