"""From the syntax tree to the IR: blocks, calls, scopes, variables."""
