"""The compiler: IR to native code, one function for a warp of 32 lanes."""
