"""`make bench`: the virtual GPU's speed as ratios against named opponents, in one run."""
