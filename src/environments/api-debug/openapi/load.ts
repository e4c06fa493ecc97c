/** OpenAPI documents from files and folders: the only module here that reads from disk. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { FettleError } from "../../../core/errors.ts";
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
}

const extensions = new Set([".json", ".yaml", ".yml"]);
const mostFiles = 5000;
const deepestFolder = 8;

/**
 * Reads an OpenAPI 3.0 or 3.1 document, or all those of a folder, with the files they refer to inside that folder. Throws
 * FettleError `bad_input_file` when there is nothing usable; a broken file among usable ones is named in `rejected`.
 */
export function loadDocuments(path: string): LoadedDocuments {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats)
    throw new FettleError("bad_input_file", `${path}: no such file or folder.`, {
      hint: "Check the path and its spelling.",
    });
  const loaded = stats.isDirectory() ? loadFolder(path) : loadFile(path);
  if (loaded.operations.length > 0) return loaded;
  const [first] = loaded.skipped;
  throw new FettleError("bad_input_file", `${path}: none of its ${loaded.skipped.length} operations is usable.`, {
    ...(first && { hint: `The first, ${first.operation}, is skipped because ${first.reason}.` }),
  });
}

function loadFile(path: string): LoadedDocuments {
  const loaded: LoadedDocuments = { documents: [], rejected: [], operations: [], skipped: [] };
  const document = readDocument(path, path);
  checkVersion(document, path);
  add(document, path, basename(path), new Folder(dirname(path)), loaded, new Set());
  return loaded;
}

function loadFolder(path: string): LoadedDocuments {
  const loaded: LoadedDocuments = { documents: [], rejected: [], operations: [], skipped: [] };
  const files = filesOf(path);
  if (files.length === 0)
    throw new FettleError("bad_input_file", `${path}: the folder holds no .json, .yaml or .yml file.`, {
      hint: "Give an OpenAPI 3.0 or 3.1 document, or a folder of them.",
    });
  const folder = new Folder(path);
  const ids = new Set<string>();
  for (const file of files) {
    try {
      const document = folder.read(file);
      // Files without a version are parts that other documents refer to.
      if (!Object.hasOwn(document, "openapi") && !Object.hasOwn(document, "swagger")) continue;
      checkVersion(document, file);
      add(document, file, file, folder, loaded, ids);
    } catch (error) {
      if (!FettleError.isInstance(error)) throw error;
      loaded.rejected.push({ file, reason: error.message });
    }
  }
  if (loaded.documents.length > 0) return loaded;
  const [first] = loaded.rejected;
  if (!first) throw notOpenApi(path);
  const others = loaded.rejected.length > 1 ? ` (and ${loaded.rejected.length - 1} more)` : "";
  throw new FettleError("bad_input_file", `${path}: no usable OpenAPI document. ${first.reason}${others}`, {
    hint: "OpenAPI 3.0 and 3.1 documents are read, in JSON or YAML.",
  });
}

function add(
  document: RawObject,
  shown: string,
  file: string,
  folder: Folder,
  loaded: LoadedDocuments,
  ids: Set<string>,
): void {
  const provider = providerOf(document, basename(file, extname(file)));
  const { operations, skipped } = operationsOf(document, { provider, open: folder.opener(file), ids });
  loaded.operations.push(...operations);
  loaded.skipped.push(...skipped);
  const title = operations[0]?.api ?? provider;
  loaded.documents.push({ file: shown, provider, title, usable: operations.length, skipped: skipped.length });
}

/** The files of one folder, each read once: the only ones a `$ref` may reach. */
class Folder {
  readonly #root: string;
  readonly #files = new Map<string, RawObject | FettleError>();

  constructor(path: string) {
    this.#root = realpathSync(path);
  }

  /** A file by its path within the folder. Throws FettleError `bad_input_file`. */
  read(file: string): RawObject {
    let document = this.#files.get(file);
    if (document === undefined)
      this.#files.set(file, (document = attempt(() => readDocument(join(this.#root, file), file))));
    if (FettleError.isInstance(document)) throw document;
    return document;
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
    if (![target, real].every((path) => path.startsWith(this.#root + sep)))
      throw new Unsupported(`$ref ${quote(reference)} leads outside the folder, which is refused`);
    return relative(this.#root, target).split(sep).join("/");
  }
}

function readDocument(path: string, shown: string): RawObject {
  const limit = extname(path).toLowerCase() === ".json" ? largestFile.json : largestFile.yaml;
  let content: string;
  try {
    if (statSync(path).size > limit)
      throw new FettleError("bad_input_file", `${shown}: larger than ${limit / 1e6} MB.`, {
        hint: "Split the document, or keep only the paths of interest.",
      });
    content = readFileSync(path, "utf8");
  } catch (error) {
    if (FettleError.isInstance(error)) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    throw new FettleError("bad_input_file", `${shown}: cannot be read: ${problem}.`, {
      hint: "Check its permissions.",
    });
  }
  return parseDocument(content, shown);
}

/** Documents of a folder, relative and sorted. Links are not followed, hidden folders and node_modules not entered. */
function filesOf(root: string): string[] {
  const files: string[] = [];
  const visit = (folder: string, depth: number): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && depth < deepestFolder && !/^(\.|node_modules$)/.test(entry.name))
        visit(path, depth + 1);
      else if (entry.isFile() && extensions.has(extname(entry.name).toLowerCase())) files.push(path);
      if (files.length > mostFiles)
        throw new FettleError("bad_input_file", `${root}: more than ${mostFiles} documents.`, {
          hint: "Give a smaller folder.",
        });
    }
  };
  visit("", 0);
  return files.sort();
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
