/**
 * What may be submitted as a repair. A program that makes programs, or holds many of them, and picks one by the visible
 * tests while it is graded can find the repair of a small bug by search: it would be paid for what the model did not find.
 */
import { type Exercise, moduleOf } from "../library.ts";
import { nodesOf, type SyntaxNode } from "../mutation/python.ts";
import { examplesOf } from "./stubs.ts";
import { alike, working } from "./working.ts";

/** Most characters of a submission: so many times those of the right source, and so many beyond. */
const most = { times: 3, beyond: 1000 };

/**
 * Names by which Python text, trees or bytecode become functions, and by which names and objects are reached that are not
 * written: those of whoever calls.
 */
const makers = [
  "exec eval __import__ globals locals vars getattr setattr attrgetter methodcaller get_type_hints modules meta_path",
  "builtins _builtins bltns importlib runpy ast _ast inspect types codeop dis marshal pickle _pickle cloudpickle copyreg",
  "_getframe _current_frames currentframe f_back f_locals f_globals tb_frame gi_frame settrace setprofile gc",
  "shelve symtable timeit doctest unittest trace bdb pdb pkgutil zipimport ctypes cffi subprocess multiprocessing",
  "breakpoint breakpointhook Formatter get_field singledispatch singledispatchmethod make_dataclass _create_fn _FuncBuilder",
  "ForwardRef _eval_type evaluate_forward_ref update_wrapper ABCMeta EnumMeta EnumType",
  "cr_frame ag_frame gi_code cr_code ag_code f_builtins f_code _reconstruct",
].flatMap((names) => names.split(" "));

/** Modules that a repair may import: none of the others is made for computing, and some run text, or look names up in it. */
const modules = new Set(
  [
    "__future__ abc array atexit base64 binascii bisect calendar cmath collections colorsys contextlib copy csv dataclasses",
    "datetime decimal difflib enum errno fractions functools graphlib hashlib heapq hmac html io ipaddress itertools json",
    "keyword locale math numbers operator os posixpath pprint queue random re reprlib secrets statistics string",
    "stringprep struct sys textwrap time typing unicodedata urllib uuid warnings zlib zoneinfo",
  ].flatMap((names) => names.split(" ")),
);

const special = [
  "init post_init new name main future repr str bytes eq ne lt le gt ge hash bool len iter next contains call missing slots",
  "getitem setitem delitem add radd sub rsub mul rmul truediv floordiv mod pow neg pos abs int float index and or xor invert",
  "lshift rshift iadd isub imul reversed enter exit all version author",
].flatMap((names) => names.split(" ").map((name) => `__${name}__`));

const makes = new RegExp(`(?<![\\w])(?:${makers.join("|")})(?![\\w])|(?<![\\w.])compile(?![\\w])`, "g");

/**
 * Why a submission is not even run, or null. Words count wherever they stand, as strings can be code too; those that the
 * exercise's own source has are allowed.
 */
export function refusalOf(exercise: Exercise, code: string): string | null {
  const right = moduleOf(exercise, exercise.body, { documented: true });
  const longest = most.times * right.length + most.beyond;
  if (code.length > longest) return `it is longer than the ${longest} characters that this function may take`;
  // Python reads identifiers in this form.
  const text = code.normalize("NFKC");
  const own = new Set(right.match(/\w+/g));
  const words = [
    ...(text.match(makes) ?? []),
    ...(text.match(/\b__\w+?__\b/g) ?? []).filter((word) => !special.includes(word)),
    ...(text.match(/\bco_\w+/g) ?? []),
    ...namedByText(text),
  ];
  const found = words.find((word) => !own.has(word));
  if (found !== undefined) return `it may not use "${found}": a repair is written down, not made while it runs`;
  const imported = importsOf(text).find((name) => !modules.has(name) && !importsOf(right).includes(name));
  if (imported !== undefined) return `it may not import "${imported}": no repair takes it`;
  return holdsVisibleInput(exercise, text, right)
    ? "its code holds the input of a visible test: a repair does not choose what it does by tests"
    : null;
}

/** Modules that a source imports, by the first part of their names. */
function importsOf(source: string): string[] {
  if (!/\bimport\b/.test(source)) return [];
  return [...nodesOf(source, "ImportStatement")].flatMap(({ from, to }) => {
    const text = source.slice(from, to).replaceAll(/\\\n|\s+/g, " ");
    const [, origin, listed = ""] = /^(?:from ?(.*?) import\b|import (.*)$)/.exec(text) ?? [];
    const paths = origin === undefined ? listed.split(",") : [origin];
    return paths.flatMap((path) => /^\w+/.exec(path.trim())?.[0] ?? []);
  });
}

/**
 * `type` where it makes classes, which may have members by any name: given several arguments, or as the base of a class; and
 * `wraps`, which copies members by any name, given several arguments.
 */
function namedByText(source: string): string[] {
  if (!/\b(?:type|wraps)\b/.test(source)) return [];
  const textOf = (node: SyntaxNode | null) => (node ? source.slice(node.from, node.to) : "");
  const calls = [...nodesOf(source, "CallExpression")].flatMap((call) => {
    const called = call.firstChild?.name === "MemberExpression" ? call.firstChild.lastChild : call.firstChild;
    const several = call.getChild("ArgList")?.getChild(",");
    return several && /^(?:type|wraps)$/.test(textOf(called)) ? [textOf(called)] : [];
  });
  const bases = [...nodesOf(source, "ClassDefinition")].flatMap((definition) =>
    (definition.getChild("ArgList")?.getChildren("VariableName") ?? []).map(textOf).filter((base) => base === "type"),
  );
  return [...calls, ...bases];
}

/** Whether some call in the code, or a tuple, is that of a visible test. What the right source has is no sign of it. */
function holdsVisibleInput(exercise: Exercise, code: string, right: string): boolean {
  const inputs = examplesOf(exercise).flatMap(({ given }) => {
    const input = alike(given);
    // The shortest, `0` or `[]`, stand in many a repair.
    return input.length > 2 ? [`(${input})`, `(*[${input}])`] : [];
  });
  const heldBy = (source: string): string[] => {
    const within = (text: string) => inputs.filter((input) => text.includes(input));
    // Only a comment can part a call: most sources need no closer look, which takes milliseconds.
    return source.includes("#") || within(alike(source)).length > 0 ? within(working(source, exercise.entry)) : [];
  };
  return heldBy(code).some((input) => !heldBy(right).includes(input));
}
