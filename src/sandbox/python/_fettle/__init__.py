"""The Python side of the sandbox: what runs untrusted programs and what judges them. Standard library only."""
