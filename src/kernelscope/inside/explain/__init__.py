"""PTX, explained: what each line of a kernel does, in words, with addresses as indices."""
