"""Run inside a process of Python 3.14 or later by sys.remote_exec."""
import sys

sys.path.insert(0, __file__.rpartition("/")[0])
try:
    import substrate_agent

    substrate_agent.start()
finally:
    del sys.path[0]
