"""The sanitizer: faults of a kernel beyond its result, found on the virtual GPU."""
