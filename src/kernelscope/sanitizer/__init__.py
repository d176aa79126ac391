"""The sanitizer: what is wrong with a kernel beyond its result, found on the virtual GPU."""
