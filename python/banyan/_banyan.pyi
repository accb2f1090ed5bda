# The compiled part. Its classes and functions are wrapped by the package, which has the types.
from typing import Any

version: str

def __getattr__(name: str) -> Any: ...
