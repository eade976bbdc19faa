"""Put before others on PYTHONPATH by `substrate launch`: starts the agent, then does what the machine's own would have done."""
import importlib.machinery
import importlib.util
import os
import sys

try:
    import substrate_agent

    substrate_agent.start()
except Exception:
    pass

_here = os.path.dirname(os.path.abspath(__file__))
_spec = importlib.machinery.PathFinder.find_spec("sitecustomize", [p for p in sys.path if os.path.abspath(p or ".") != _here])
if _spec and _spec.loader:
    _spec.loader.exec_module(importlib.util.module_from_spec(_spec))
