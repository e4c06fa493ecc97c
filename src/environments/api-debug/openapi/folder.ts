/** The files of OpenAPI documents, as they lie on disk. */
import type { Hash } from "node:crypto";
import { type Dirent, existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, extname, join, relative, resolve, sep } from "node:path";
import { FettleError, messageOf } from "../../../core/errors.ts";
import { type RawObject, Unsupported } from "./document.ts";
import { largestFile, parseDocument } from "./parse.ts";
import type { OpenFile } from "./references.ts";

const extensions = new Set([".json", ".yaml", ".yml"]);
const mostFiles = 5000;
const deepestFolder = 8;

/** A FettleError `bad_input_file`. */
export function unusable(message: string, hint: string | undefined): FettleError {
  return new FettleError("bad_input_file", message, hint === undefined ? {} : { hint });
}

/** The files of one folder, each read once: the only ones a `$ref` may reach. */
export class Folder {
  readonly #root: string;
  readonly #hash: Hash;
  readonly #files = new Map<string, RawObject | FettleError>();

  constructor(path: string, hash: Hash) {
    this.#root = realpathSync(path);
    this.#hash = hash;
  }

  /** A file by its path within the folder, called `shown` in messages. Throws FettleError `bad_input_file`. */
  read(file: string, shown = file): RawObject {
    let document = this.#files.get(file);
    if (document === undefined) this.#files.set(file, (document = attempt(() => this.#parse(file, shown))));
    if (FettleError.isInstance(document)) throw document;
    return document;
  }

  #parse(file: string, shown: string): RawObject {
    const content = readText(join(this.#root, file), shown);
    this.#hash.update(JSON.stringify([file, content]));
    return parseDocument(content, shown);
  }

  /** Opens what a document refers to. Throws Unsupported for everything but the files of the folder. */
  opener(document: string): OpenFile {
    return (reference, base) => {
      const from = base === "" ? document : base;
      const file = reference === "" ? from : this.#inside(reference, from);
      const value = attempt(() => this.read(file));
      if (FettleError.isInstance(value)) throw new Unsupported(`$ref ${quote(reference)}: ${value.message}`);
      return { base: file, value };
    };
  }

  #inside(reference: string, from: string): string {
    if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(reference))
      throw new Unsupported(`$ref ${quote(reference)} leaves the machine, which is refused`);
    const target = resolve(this.#root, dirname(from), decode(reference));
    const real = existsSync(target) ? realpathSync(target) : target;
    const [file, realFile] = [target, real].map((path) => relative(this.#root, path).split(sep).join("/"));
    if (
      file === undefined ||
      [file, realFile].some((path) => path === undefined || /^(\.\.)?(\/|$)|^[A-Z]:/i.test(path))
    )
      throw new Unsupported(`$ref ${quote(reference)} leads outside the folder, which is refused`);
    return file;
  }
}

function readText(path: string, shown: string): string {
  const limit = extname(path).toLowerCase() === ".json" ? largestFile.json : largestFile.yaml;
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new Error("it is no regular file");
    if (stats.size <= limit) return readFileSync(path, "utf8");
  } catch (error) {
    throw unusable(`${shown}: cannot be read: ${messageOf(error)}.`, "Check that it is there and may be read.");
  }
  throw unusable(`${shown}: larger than ${limit / 1e6} MB.`, "Split the document, or keep only the paths of interest.");
}

/** Documents of a folder, relative and sorted. Links are not followed, hidden folders and node_modules not entered. */
export function filesOf(root: string): string[] {
  const files: string[] = [];
  const visit = (folder: string, depth: number): void => {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && depth < deepestFolder && !/^(\.|node_modules$)/.test(entry.name))
        visit(path, depth + 1);
      else if (entry.isFile() && extensions.has(extname(entry.name).toLowerCase())) files.push(path);
      if (files.length > mostFiles)
        throw unusable(`${root}: more than ${mostFiles} documents.`, "Give a smaller folder.");
    }
  };
  visit("", 0);
  return files.sort();
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw unusable(`${folder}: cannot be read: ${messageOf(error)}.`, "Check that it is there and may be read.");
  }
}

function attempt<T>(read: () => T): T | FettleError {
  try {
    return read();
  } catch (error) {
    if (FettleError.isInstance(error)) return error;
    throw error;
  }
}

function decode(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

function quote(reference: string): string {
  return JSON.stringify(reference.length <= 80 ? reference : `${reference.slice(0, 79)}…`);
}
