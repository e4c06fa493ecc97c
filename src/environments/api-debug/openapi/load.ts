/** OpenAPI documents from files and folders. */
import { createHash, type Hash } from "node:crypto";
import { statSync } from "node:fs";
import { basename, dirname, extname } from "node:path";
import { FettleError } from "../../../core/errors.ts";
import type { RawObject } from "./document.ts";
import { Folder, filesOf, unusable } from "./folder.ts";
import { type LoadedOperations, operationsOf } from "./operations.ts";
import { checkVersion, notOpenApi } from "./parse.ts";
import { providerOf } from "./provider.ts";

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
