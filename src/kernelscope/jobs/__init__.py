"""The jobs: the only place where the parts meet. The command line calls only these."""
