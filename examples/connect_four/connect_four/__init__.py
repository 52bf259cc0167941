"""Connect Four for Cogarena. Empty: `spec` is found by the package's entry point."""
