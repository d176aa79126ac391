"""Every form of a kernel, from source to SASS, with maps from line to line."""
