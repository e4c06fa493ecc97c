/**
 * What may be submitted as a repair. A program that makes programs, or holds many of them, and picks one by the visible
 * tests while it is graded can find the repair of a small bug by search: it would be paid for what the model did not find.
 */
import { type Exercise, moduleOf } from "../library.ts";
import { examplesOf } from "./stubs.ts";

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
].flatMap((names) => names.split(" "));

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
  const words = [
    ...(text.match(makes) ?? []),
    ...(text.match(/\b__\w+?__\b/g) ?? []).filter((word) => !special.includes(word)),
    ...(text.match(/\bco_\w+/g) ?? []),
  ];
  const own = new Set(right.match(/\w+/g));
  const found = words.find((word) => !own.has(word));
  if (found !== undefined) return `it may not use "${found}": a repair is written down, not made while it runs`;
  const quoted = examplesOf(exercise).some(({ given }) => {
    // Marked beforehand, as what is left out may stand in it: `"x  # y"`.
    const holds = (source: string) =>
      working(source.replaceAll(given, "\u25a1")).includes("(\u25a1)") || working(source).includes(`(${dense(given)})`);
    // The shortest, `0` or `[]`, stand in many a repair.
    return dense(given).length > 2 && holds(text) && !holds(right);
  });
  return quoted ? "its code holds the input of a visible test: a repair does not choose what it does by tests" : null;
}

const dense = (text: string): string => text.replaceAll(/\s+/g, "");

/** What of a source can choose between variants: not documentation, comments, and examples or checks that choose nothing. */
function working(source: string): string {
  const bare = source
    .replaceAll(/"""[\s\S]*?"""|'''[\s\S]*?'''|(?<=^|\s)#[^\n]*/g, "")
    .replaceAll(/^if __name__ == ["']__main__["']:[^\n]*\n(?:[ \t]+[^\n]*\n|[ \t]*\n)*/gm, "")
    .replaceAll(/^(?:print\(|assert )[^\n;]*$/gm, "");
  return dense(bare);
}
