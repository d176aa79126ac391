"""Source names for registers of PTX: `names` finds them, `assignments` reads the source text."""
