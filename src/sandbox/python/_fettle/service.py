"""What a judge process does with a request: one JSON object in (with raw lines beside it), one out."""

import builtins

from .codec import decode_call, dumps, encode
from .judge import BadTask, Task, show

MOST_TASKS = 256


class Service:
    def __init__(self):
        self.tasks = {}
        self.host = None

    def handle(self, request, lines):
        try:
            return getattr(self, "do_" + request["op"])(request, lines)
        except BadTask as error:
            return {"problem": str(error)}

    def do_prepare(self, request, lines):
        return {"recorded": Task(request["task"]).record()}

    def do_replay(self, request, lines):
        """Judges frames. A task comes along the first time; a task forgotten meanwhile is asked for again."""
        key = request["key"]
        if "task" in request:
            while len(self.tasks) >= MOST_TASKS:
                self.tasks.pop(next(iter(self.tasks)))
            task = self.tasks[key] = Task(request["task"])
            task.calls = request["calls"]
        elif key not in self.tasks:
            return {"unknown": True}
        return self.tasks[key].replay(lines, request["extra"], request["final"])

    def do_show(self, request, lines):
        """Calls and answers as text for people: `lines` are a call and its frame, in turn."""
        return {"shown": [show(request["entry"], call, frame) for call, frame in zip(lines[::2], lines[1::2])]}

    def do_calls(self, request, lines):
        """Encoded calls of Python source: an expression giving a list of argument tuples."""
        from .codec import encode_call

        try:
            values = eval(compile(request["source"], "<calls>", "eval"), {})
            return {"calls": [encode_call(tuple(args), {}) for args in values]}
        except Exception as error:
            raise BadTask("the calls cannot be made: %s: %s" % (type(error).__name__, error))

    def do_host(self, request, lines):
        """Starts the host of one program: source that defines handle(name, args, kwargs)."""
        space = {"__name__": "host"}
        try:
            exec(compile(request["source"], "<host>", "exec"), space)
        except Exception as error:
            raise BadTask("the host does not start: %s: %s" % (type(error).__name__, error))
        self.host = space
        return {"started": True}

    def do_host_call(self, request, lines):
        """Answers one call of a program: ["v", value] or ["x", type, message], as a raw line."""
        try:
            args, kwargs = decode_call(request["arguments"])
            return {"reply": dumps(["v", encode(self.host["handle"](request["name"], args, kwargs))])}
        except Exception as error:
            known = getattr(builtins, type(error).__name__, None) is type(error)
            message = error.args[0] if known and error.args and isinstance(error.args[0], str) else str(error)
            return {"reply": dumps(["x", type(error).__name__, message[:2000]])}

    def do_host_end(self, request, lines):
        """Ends the host; its report() if it defines one, as raw JSON."""
        host, self.host = self.host, None
        report = host.get("report") if host else None
        return {"report": dumps(encode(report())) if report else "null"}
