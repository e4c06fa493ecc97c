/** OpenAPI documents from files and folders: the only module here that reads from disk. */
import { createHash, type Hash } from "node:crypto";
import { type Dirent, existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { FettleError, messageOf } from "../../../core/errors.ts";
import { type RawObject, Unsupported } from "./document.ts";
import { type LoadedOperations, operationsOf } from "./operations.ts";
import { checkVersion, largestFile, notOpenApi, parseDocument } from "./parse.ts";
import { providerOf } from "./provider.ts";
import type { OpenFile } from "./references.ts";

export interface LoadedDocument {
  /** Path as given, or relative to the folder given. */
  file: string;
  provider: string;
  title: string;
  usable: number;
  skipped: number;
}

export interface LoadedDocuments extends LoadedOperations {
  documents: LoadedDocument[];
  /** Files of a folder that cannot be used. */
  rejected: { file: string; reason: string }[];
  /** 32 hex digits over the names and texts of all files read. */
  hash: string;
}

const extensions = new Set([".json", ".yaml", ".yml"]);
const mostFiles = 5000;
const deepestFolder = 8;

/**
 * Reads OpenAPI 3.0 and 3.1 documents: a file, or a folder with all its documents, and what they refer to inside the same
 * folder. `ids` are those taken by what was loaded before; the new ones are added. Throws FettleError `bad_input_file` when
 * nothing is usable; a broken file among usable ones of a folder is named in `rejected`.
 */
export function loadDocuments(path: string, ids: Set<string> = new Set()): LoadedDocuments {
  const loaded: Loading = {
    documents: [],
    rejected: [],
    operations: [],
    skipped: [],
    ids,
    hash: createHash("sha256"),
  };
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw unusable(`${path}: no such file or folder.`, "Check the path and its spelling.");
  if (stats.isDirectory()) loadFolder(path, loaded);
  else loadFile(path, loaded);
  if (loaded.operations.length === 0) throw noneUsable(path, loaded.skipped);
  const { ids: _, hash, ...rest } = loaded;
  return { ...rest, hash: hash.digest("hex").slice(0, 32) };
}

interface Loading extends Omit<LoadedDocuments, "hash"> {
  /** Ids taken so far. */
  ids: Set<string>;
  hash: Hash;
}

const kinds = "OpenAPI 3.0 and 3.1 documents are read, in JSON or YAML.";

function unusable(message: string, hint: string | undefined): FettleError {
  return new FettleError("bad_input_file", message, hint === undefined ? {} : { hint });
}

function noneUsable(path: string, skipped: LoadedDocuments["skipped"]): FettleError {
  const [first] = skipped;
  if (!first)
    return unusable(`${path}: it declares no operations.`, "An operation is a method of a path that begins with /.");
  return unusable(
    `${path}: none of its ${skipped.length} operations is usable.`,
    `The first, ${first.operation}, is skipped because ${first.reason}.`,
  );
}

function loadFile(path: string, loaded: Loading): void {
  const folder = new Folder(dirname(path), loaded.hash);
  const document = folder.read(basename(path), path);
  checkVersion(document, path);
  add(document, path, basename(path), folder, loaded);
}

function loadFolder(path: string, loaded: Loading): void {
  const files = filesOf(path);
  if (files.length === 0) throw unusable(`${path}: the folder holds no .json, .yaml or .yml file.`, kinds);
  const folder = new Folder(path, loaded.hash);
  const rejected: LoadedDocuments["rejected"] = [];
  let found = 0;
  for (const file of files) {
    try {
      const document = folder.read(file);
      // Files without a version are parts that other documents refer to.
      if (!Object.hasOwn(document, "openapi") && !Object.hasOwn(document, "swagger")) continue;
      checkVersion(document, file);
      add(document, file, file, folder, loaded);
      found++;
    } catch (error) {
      if (!FettleError.isInstance(error)) throw error;
      rejected.push({ file, reason: error.message });
    }
  }
  loaded.rejected.push(...rejected);
  const [first, ...others] = rejected;
  if (found > 0) return;
  if (!first) throw notOpenApi(path);
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  throw unusable(`${path}: no usable OpenAPI document. ${first.reason}${more}`, kinds);
}

function add(document: RawObject, shown: string, file: string, folder: Folder, loaded: Loading): void {
  const provider = providerOf(document, basename(file, extname(file)));
  const { operations, skipped } = operationsOf(document, { provider, open: folder.opener(file), ids: loaded.ids });
  loaded.operations.push(...operations);
  loaded.skipped.push(...skipped);
  const title = operations[0]?.api ?? provider;
  loaded.documents.push({ file: shown, provider, title, usable: operations.length, skipped: skipped.length });
}

/** The files of one folder, each read once: the only ones a `$ref` may reach. */
class Folder {
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
function filesOf(root: string): string[] {
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
