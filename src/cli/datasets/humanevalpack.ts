/** HumanEvalPack for code-debug: read, certified once, and kept. */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { FettleError, messageOf } from "../../core/errors.ts";
import type { CertifiedDataset } from "../../environments/code-debug/dataset/certify.ts";
import type { Library } from "../../environments/code-debug/library.ts";
import { cacheFolder, writeWhole } from "./cache.ts";
import { type FetchOptions, hubFile } from "./hub.ts";

/** The Python file, of which 164 rows are known to certify. */
const hub = {
  repository: "bigcode/humanevalpack",
  path: "data/python/data/humanevalpack.jsonl",
  sha256: "b1376d72be4bd016a62ad043d9de3846edb8d63edf1222da802a31330c14c3a7",
  largest: 20_000_000,
};

/** Largest file of the user's that is read, in bytes: some 40,000 rows. */
const largestFile = 100_000_000;

/** Changes when certification gives other results for the same rows. */
const certification = "3";

export interface OpenOptions extends FetchOptions {
  note?(line: string): void;
}

/**
 * The library of a dataset: `humanevalpack` is fetched from the Hub, anything else is the path of its Python file.
 * Certifying takes a sandbox, which is opened for it; the result is kept for this user. Throws FettleError
 * `bad_input_file`, `connection_failed`, `sandbox_unavailable` or `unscored`.
 */
export async function openDataset(dataset: string, options: OpenOptions = {}): Promise<Library> {
  const { cache = cacheFolder(), note = () => {} } = options;
  const content = dataset === "humanevalpack" ? await hubFile(hub, options) : await readDataset(dataset);
  const { readRows } = await import("../../environments/code-debug/dataset/rows.ts");
  const rows = readRows(content.toString("utf8"), dataset);
  const name = createHash("sha256").update(content).update(certification).digest("hex").slice(0, 32);
  const kept = join(cache, "code-debug", `${name}.json`);
  const certified = (await recall(kept)) ?? (await certify());
  const { library, excluded } = certified;
  note(describe(dataset, certified));
  const reasons = excluded.map(({ id, why }) => `${id}: ${why.replace(/\.$/, "")}.`);
  for (const reason of reasons) note(`  excluded ${reason}`);
  if (library.exercises.length === 0)
    throw new FettleError("bad_input_file", `No row of ${dataset} could be certified.`, {
      hint: `Its rows have to be like those of HumanEvalPack's Python file. The first is excluded: ${reasons[0]}`,
    });
  return library;

  async function certify(): Promise<CertifiedDataset> {
    const { openSandbox } = await import("../../sandbox/open-sandbox.ts");
    const { certifyDataset } = await import("../../environments/code-debug/dataset/certify.ts");
    const sandbox = await openSandbox();
    note(`Certifying ${rows.length} rows in the sandbox (${sandbox.backend}), once; this takes a few minutes.`);
    const onProgress = (done: number, total: number) => {
      if (done % 20 === 0) note(`  ${done} of ${total} rows`);
    };
    try {
      const made = await certifyDataset(rows, sandbox, { onProgress });
      await writeWhole(kept, JSON.stringify(made)).catch((error: Error) => note(`It is not kept: ${error.message}`));
      return made;
    } finally {
      await sandbox.close();
    }
  }
}

async function readDataset(path: string): Promise<Buffer> {
  const unusable = (why: string, cause?: unknown) =>
    new FettleError("bad_input_file", `The dataset ${path} cannot be read: ${why}.`, {
      hint: "Give the path of HumanEvalPack's Python file, or `humanevalpack` to fetch it.",
      cause,
    });
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw unusable("it is a folder");
    if (found.size > largestFile) throw unusable(`it is larger than ${largestFile} bytes`);
    return await readFile(path);
  } catch (cause) {
    throw FettleError.isInstance(cause) ? cause : unusable(messageOf(cause), cause);
  }
}

/** What was kept, or null: a file that cannot be read, or holds something else, is made again. */
async function recall(path: string): Promise<CertifiedDataset | null> {
  const { isCertified } = await import("../../environments/code-debug/dataset/certify.ts");
  try {
    const kept: unknown = JSON.parse(await readFile(path, "utf8"));
    return isCertified(kept) ? kept : null;
  } catch {
    return null;
  }
}

function describe(dataset: string, { library, excluded }: CertifiedDataset): string {
  const own = library.mutants.filter(({ operator }) => operator === "dataset").length;
  const counts = {
    functions: library.exercises.length,
    "bugs of the dataset": own,
    "bugs made": library.mutants.length - own,
    pairs: library.pairs.length,
    "rows excluded": excluded.length,
  };
  return `${dataset}: ${Object.entries(counts)
    .map(([what, count]) => `${what} ${count}`)
    .join(", ")}.`;
}
