"""Reads this process for Substrate: globals of its own modules and what they hold, its public functions as actions.

Nothing of the application runs while it is read: fields, never properties; built-in containers through their own methods. All threads
are daemon threads, nothing is raised out of here, and a peer of another user is not spoken to.
"""
import enum
import inspect
import json
import os
import socket
import struct
import sys
import sysconfig
import threading
import types
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from uuid import UUID

_PEERS = threading.BoundedSemaphore(4)
_WORDS = ("password", "passwd", "secret", "token", "api_key", "apikey", "private_key", "credential", "cookie")
_MAX_LINE = 1 << 20
_started = threading.Lock()
_library = tuple({os.path.realpath(sysconfig.get_paths()[n]) for n in ("stdlib", "platstdlib", "purelib", "platlib")} | {"/usr/lib/python3/"})


def _own_modules():
    """Modules that were not installed: the application's."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None) if type(module) is types.ModuleType else None
        if name == "__main__" or (file and not os.path.realpath(file).startswith(_library)):
            if name not in (__name__, "sitecustomize") and not (name == "__mp_main__"):
                yield name, module


def _fields(value):
    """Instance fields without running a property: the dictionary, then slots by their descriptors."""
    found = {}
    try:
        found.update(object.__getattribute__(value, "__dict__"))
    except AttributeError:
        pass
    for kind in type(value).__mro__:
        for name, slot in kind.__dict__.items():
            if type(slot) is types.MemberDescriptorType and name not in found:
                try:
                    found[name] = slot.__get__(value)
                except AttributeError:
                    pass
    return found


class _Reader:
    def __init__(self, budget):
        self.budget, self.nodes, self.cut = budget, 0, 0
        self.bytes = 0

    def node(self, name, value, depth, above):
        self.nodes += 1
        if self.nodes > self.budget["maxNodes"] or self.bytes > self.budget["maxBytes"]:
            self.cut += 1
            return {"name": name, "kind": "omitted", "omitted": "budget"}
        if any(word in name.lower() for word in _WORDS) and isinstance(value, (str, bytes, int)) and value not in (None, "") and not isinstance(value, bool):
            return {"name": name, "kind": "value", "value": "[redacted]", "secret": True}
        if value is None or value is True or value is False:
            return {"name": name, "kind": "value", "value": value}
        kind = type(value)
        if isinstance(value, enum.Enum):
            return {"name": name, "kind": "value", "value": value._name_, "type": kind.__name__}
        if kind is int:
            return {"name": name, "kind": "value", "value": value if abs(value) < 1 << 53 else str(value)}
        if kind is float:
            return {"name": name, "kind": "value", "value": value if value == value and abs(value) != float("inf") else None}
        if kind is str:
            return self.text(name, value)
        if kind in (datetime, date, time):
            return {"name": name, "kind": "value", "value": value.isoformat(), "type": kind.__name__}
        if kind in (Decimal, UUID, timedelta):
            return {"name": name, "kind": "value", "value": str(value), "type": kind.__name__}
        if kind in (bytes, bytearray, memoryview):
            return {"name": name, "kind": "omitted", "omitted": "binary", "size": len(value)}
        if id(value) in above or depth > self.budget["maxDepth"]:
            self.cut += depth > self.budget["maxDepth"]
            return {"name": name, "kind": "omitted", "omitted": "depth"}
        above = above | {id(value)}
        for base, items in ((dict, lambda: list(dict.items(value))), (list, lambda: list.copy(value)), (tuple, lambda: tuple.__getitem__(value, slice(None))),
                            (set, lambda: list(set.copy(value))), (frozenset, lambda: list(frozenset.copy(value)))):
            if isinstance(value, base):
                return self.container(name, base, items(), kind, depth, above)
        if kind.__name__ == "deque" and kind.__module__ == "collections":
            return self.container(name, list, list(value.copy()), kind, depth, above)
        fields = _fields(value)
        children = [self.node(k, v, depth + 1, above) for k, v in fields.items() if type(k) is str and not k.startswith("__") and _is_data(v)]
        for child in children:
            child["name"], child["id"] = child["name"].lstrip("_") or child["name"], child["name"]
        return {"name": name, "kind": "object", "type": kind.__name__, "children": children}

    def text(self, name, value):
        most = self.budget["maxString"]
        self.bytes += min(len(value), most)
        node = {"name": name, "kind": "value", "value": value if len(value) <= most else value[: most - 1] + "…"}
        return node if len(value) <= most else {**node, "length": len(value)}

    def container(self, name, base, items, kind, depth, above, first=0, most=None):
        most = self.budget["maxElements"] if most is None else most
        part = items[first : first + most]
        if base is dict:
            children = [self.node(str(key), item, depth + 1, above) for key, item in part if _is_data(item)]
        else:
            children = [self.node(str(first + at), item, depth + 1, above) for at, item in enumerate(part) if _is_data(item)]
        return {"name": name, "kind": "map" if base is dict else "list", "size": len(items), "children": children}


def _is_data(value):
    return not isinstance(value, (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.CodeType, threading.Thread,
                                  types.GeneratorType, types.CoroutineType, type(threading.Lock()), socket.socket))


def _roots(reader):
    roots = []
    for name, module in _own_modules():
        for key, value in list(vars(module).items()):
            if not key.startswith("_") and _is_data(value) and not isinstance(value, types.MappingProxyType) and type(value).__module__ not in ("typing", "__future__"):
                node = reader.node(key, value, 0, frozenset())
                roots.append({**node, "address": f"module:{name}/{key}", "source": "module"})
    return roots


_TYPES = {int: "number", float: "number", str: "string", bool: "boolean", list: "array", dict: "object", tuple: "array"}


def _parameters(function):
    for one in inspect.signature(function).parameters.values():
        if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD):
            continue
        hint = one.annotation if isinstance(one.annotation, type) else {t.__name__: t for t in _TYPES}.get(str(one.annotation).split("[")[0], type(one.default))
        yield {"name": one.name, "type": _TYPES.get(hint, "string"), "required": one.default is one.empty}


def _callables():
    """Public functions of own modules, and public methods of the objects that stand in their globals, by address."""
    for name, module in _own_modules():
        for key, value in list(vars(module).items()):
            if key.startswith("_"):
                continue
            if isinstance(value, types.FunctionType) and value.__module__ == name and not inspect.iscoroutinefunction(value):
                yield f"function:{name}/{key}", key, None, value, None
            elif _is_data(value) and type(value).__module__ == name and not isinstance(value, enum.Enum):
                for method, function in vars(type(value)).items():
                    if isinstance(function, types.FunctionType) and not method.startswith("_") and not inspect.iscoroutinefunction(function):
                        yield f"method:{name}/{key}.{method}", method, type(value).__name__, types.MethodType(function, value), f"module:{name}/{key}"


def _actions():
    for address, name, owner, function, target in _callables():
        try:
            yield {"address": address, "name": name, "kind": "method", "source": "module", "parameters": list(_parameters(function)), "certainty": 0.95,
                   **({"owner": owner, "targets": [target]} if owner else {}), **({"description": inspect.getdoc(function).split("\n")[0]} if inspect.getdoc(function) else {})}
        except (ValueError, TypeError):
            pass


def _capture(request):
    reader = _Reader(request["budget"])
    roots = _roots(reader)
    return {"roots": roots, "actions": list(_actions()), "counts": {"rootsKnown": len(roots), "rootsReached": len(roots), "nodesRead": reader.nodes,
            "nodesCut": reader.cut, "nodesFailed": 0}, "title": None}


def _read(request):
    """One place by its root and path, elements `from` and on."""
    reader = _Reader(request["budget"])
    module, _, key = request["root"].removeprefix("module:").partition("/")
    value, name = vars(sys.modules[module])[key], key
    for name in request["path"]:
        if isinstance(value, dict):
            value = next(item for entry, item in list(dict.items(value)) if str(entry) == name)
        elif isinstance(value, (list, tuple)):
            value = value[int(name)]
        else:
            value = _fields(value)[name]
    for base in (dict, list, tuple):
        if isinstance(value, base):
            items = list(dict.items(value)) if base is dict else list(value)
            return {"node": reader.container(name, base, items, type(value), 0, frozenset(), request["from"], request["limit"])}
    return {"node": reader.node(name, value, 0, frozenset())}


def _invoke(request):
    function = next((one[3] for one in _callables() if one[0] == request["address"]), None)
    if function is None:
        return {"ok": False, "dispatched": False, "reason": "no_target", "message": "There is no such function any more."}
    done = {}

    def work():
        try:
            value = function(**request["parameters"])
            text = json.dumps(value, default=str)
            done.update(ok=True, value=json.loads(text) if len(text) < 65536 else None)
        except BaseException as error:
            done.update(ok=False, dispatched=True, reason="threw", message=f"{type(error).__name__}: {error}")

    thread = threading.Thread(target=work, daemon=True, name="substrate-call")
    thread.start()
    thread.join(request["timeoutMs"] / 1000)
    return done or {"ok": False, "dispatched": True, "reason": "timeout_still_running", "message": "It still runs."}


_OPS = {"capture": _capture, "read": _read, "invoke": _invoke, "hello": lambda _: {"python": sys.version.split()[0], "pid": os.getpid()}}


def _serve(peer):
    with _PEERS, peer:
        uid = struct.unpack("3i", peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[1]
        if uid not in (os.getuid(), 0):
            return
        peer.settimeout(None)
        rest = b""
        while chunk := peer.recv(65536):
            rest += chunk
            if len(rest) > _MAX_LINE:
                return
            *lines, rest = rest.split(b"\n")
            for line in lines:
                request = json.loads(line)
                try:
                    body = _OPS[request["op"]](request)
                except Exception as error:
                    body = {"error": f"{type(error).__name__}: {error}"}
                # A daemon that does not read is left: nothing waits for it.
                peer.settimeout(5)
                peer.sendall(json.dumps({"id": request["id"], "body": body}).encode() + b"\n")
                peer.settimeout(None)


def _guard(work, *args):
    try:
        work(*args)
    except Exception:
        pass


def folder(uid):
    return f"/tmp/substrate-python-{uid}"


def _listen():
    here = folder(os.getuid())
    os.makedirs(here, mode=0o700, exist_ok=True)
    about = os.lstat(here)
    if about.st_uid != os.getuid() or about.st_mode & 0o077:
        return
    for left in os.listdir(here):
        if not os.path.exists(f"/proc/{left.partition('.')[0]}"):
            os.unlink(f"{here}/{left}")
    path = f"{here}/{os.getpid()}.sock"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path + ".new")
        server.listen(4)
        # Who finds the name finds somebody who listens.
        os.rename(path + ".new", path)
        while True:
            peer, _ = server.accept()
            threading.Thread(target=_guard, args=(_serve, peer), daemon=True, name="substrate").start()


def start():
    """Begins to listen, once in the life of a process."""
    if _started.acquire(blocking=False):
        threading.Thread(target=_guard, args=(_listen,), daemon=True, name="substrate").start()
