"""Rewrites a test so that every assertion is counted by itself and none ends the test.

`assert E` becomes `begin(i)` and a check whose exception is noted. Any other statement that raises is noted as a stray
exception, its targets are unbound (a later assertion on them fails instead of passing on a stale value), and the test
goes on. Inside the test's own `try` and `with` assertions still raise, so that `try: f(bad); assert False` keeps its
meaning. Sites are numbered in order of their place in the source.
"""

import ast

TALLY = "__fettle_tally__"
ERROR = "__fettle_error__"


def instrument(source, name="<test>"):
    """(code object, [(line, text of the assertion)]). Raises SyntaxError."""
    tree = ast.parse(source, name)
    rewriter = _Rewriter()
    tree.body = rewriter.block(tree.body)
    ast.fix_missing_locations(tree)
    return compile(tree, name, "exec"), rewriter.sites


class _Rewriter:
    def __init__(self):
        self.sites = []
        self.guarded = 0
        """How many of the test's own try and with statements surround the current statement."""

    def block(self, statements):
        return [new for old in statements for new in self.statement(old)]

    def statement(self, node):
        if isinstance(node, ast.Assert):
            return self.assertion(node)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            outside, self.guarded = self.guarded, 0
            node.body = self.block(node.body)
            self.guarded = outside
            return [node]
        if isinstance(node, ast.ClassDef):
            node.body = self.block(node.body)
            return [node]
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While, ast.If)):
            node.body, node.orelse = self.block(node.body), self.block(node.orelse)
            return self.tolerate(node, [])
        if isinstance(node, (ast.With, ast.AsyncWith)):
            self.guarded += 1
            node.body = self.block(node.body)
            self.guarded -= 1
            return self.tolerate(node, [])
        if isinstance(node, ast.Try):
            self.guarded += 1
            node.body = self.block(node.body)
            self.guarded -= 1
            for handler in node.handlers:
                handler.body = self.block(handler.body)
            node.orelse, node.finalbody = self.block(node.orelse), self.block(node.finalbody)
            return self.tolerate(node, [])
        if isinstance(node, ast.Match):
            for case in node.cases:
                case.body = self.block(case.body)
            return self.tolerate(node, [])
        if isinstance(node, ast.Assign):
            return self.tolerate(node, [name for target in node.targets for name in _names(target)])
        if isinstance(node, (ast.AnnAssign, ast.AugAssign)):
            return self.tolerate(node, _names(node.target))
        if isinstance(node, ast.Expr):
            return self.tolerate(node, [])
        return [node]

    def assertion(self, node):
        site = ast.Constant(len(self.sites))
        self.sites.append((node.lineno, ast.unparse(node.test)[:200]))
        begin = ast.Expr(_call("begin", site))
        if self.guarded:
            return [begin, ast.Expr(_call("demand", site, node.test))]
        note = ast.Expr(_call("fail", site, ast.Name(ERROR, ast.Load())))
        return [begin, _try([ast.Expr(_call("check", site, node.test))], [note])]

    def tolerate(self, node, unbind):
        if self.guarded:
            return [node]
        handler = [ast.Expr(_call("stray", ast.Name(ERROR, ast.Load())))]
        for name in unbind:  # bound first, so that deleting never raises
            handler += [ast.Assign([ast.Name(name, ast.Store())], ast.Constant(None)), ast.Delete([ast.Name(name, ast.Del())])]
        return [_try([node], handler)]


def _call(method, *arguments):
    return ast.Call(ast.Attribute(ast.Name(TALLY, ast.Load()), method, ast.Load()), list(arguments), [])


def _try(body, handler):
    return ast.Try(body, [ast.ExceptHandler(ast.Name("Exception", ast.Load()), ERROR, handler)], [], [])


def _names(target):
    """Names a target binds; those inside subscripts and attributes are no bindings."""
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, ast.Starred):
        return _names(target.value)
    if isinstance(target, (ast.Tuple, ast.List)):
        return [name for element in target.elts for name in _names(element)]
    return []


class Tally:
    """Hits and successes per site, and what went wrong."""

    def __init__(self, sites):
        self.run = [0] * sites
        self.ok = [0] * sites
        self.notes = {}
        self.strays = []
        self.calls = []
        """Numbers of the calls made since the last assertion was settled."""

    def begin(self, site):
        self.run[site] += 1

    def check(self, site, value):
        passed = bool(value)
        self.ok[site] += passed
        self._settle(site, None if passed else "")

    def demand(self, site, value):
        before = self.ok[site]
        self.check(site, value)
        if self.ok[site] == before:
            raise AssertionError

    def fail(self, site, error):
        self._settle(site, _text(error))

    def stray(self, error):
        if len(self.strays) < 20:
            self.strays.append(_text(error))

    def _settle(self, site, problem):
        if problem is not None and site not in self.notes:
            self.notes[site] = (problem, self.calls[:3])
        self.calls = []


def _text(error):
    return ("%s: %s" % (type(error).__name__, error))[:200].removesuffix(": ")
