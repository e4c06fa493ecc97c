/** Files of datasets on the Hugging Face Hub: fetched once, checked always. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { FettleError, messageOf } from "../../core/errors.ts";
import { shownUrl } from "../../core/urls.ts";
import { cacheFolder, writeWhole } from "./cache.ts";

export interface HubFile {
  /** `owner/name` of the dataset. */
  repository: string;
  /** Path of the file in it. */
  path: string;
  /** Hexadecimal SHA-256 of its bytes. */
  sha256: string;
  /** Largest size that is read, in bytes. */
  largest: number;
}

export interface FetchOptions {
  /** Where the Hub is; HF_ENDPOINT when absent. */
  endpoint?: string;
  /** Folder of the cache. */
  cache?: string;
  /** Milliseconds for all of it. Default 60,000. */
  timeoutMs?: number;
  note?(line: string): void;
}

/**
 * The bytes of a file, from the cache or the Hub. Throws FettleError `connection_failed` when the Hub cannot be reached,
 * refuses or takes too long, and `bad_input_file` when what it gives has another checksum.
 */
export async function hubFile(file: HubFile, options: FetchOptions = {}): Promise<Buffer> {
  const { cache = cacheFolder(), note = () => {} } = options;
  const kept = join(cache, "datasets", `${file.sha256}.jsonl`);
  const known = await readFile(kept).catch(() => null);
  if (known && checksum(known) === file.sha256) return known;
  const content = await download(file, options);
  if (checksum(content) !== file.sha256)
    throw new FettleError(
      "bad_input_file",
      `${file.path} of ${file.repository} has SHA-256 ${checksum(content)}, not ${file.sha256}: it has changed, or was damaged on its way.`,
      { hint: "Give a file that you trust: --dataset PATH." },
    );
  await writeWhole(kept, content).catch((error: Error) => note(`The dataset is not kept: ${error.message}`));
  return content;
}

async function download(
  { repository, path, largest }: HubFile,
  { endpoint = process.env.HF_ENDPOINT ?? "https://huggingface.co", timeoutMs = 60_000, note = () => {} }: FetchOptions,
): Promise<Buffer> {
  const url = `${endpoint.replace(/\/$/, "")}/datasets/${repository}/resolve/main/${path}`;
  const fail = (problem: string, cause?: unknown) =>
    new FettleError("connection_failed", `${shownUrl(url)}: ${problem}.`, {
      hint: "Fetch the file elsewhere and give it: --dataset PATH. A mirror is named by HF_ENDPOINT.",
      cause,
    });
  if (URL.canParse(url) && new URL(url).username !== "") throw fail("HF_ENDPOINT may not hold a user name or password");
  note(`Fetching ${shownUrl(url)}.`);
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw fail(`the Hub answered ${response.status}`);
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body ?? []) {
      size += part.byteLength;
      if (size > largest) throw fail(`the file is larger than ${largest} bytes`);
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch (error) {
    if (FettleError.isInstance(error)) throw error;
    if (error instanceof Error && error.name === "TimeoutError")
      throw fail(`no whole answer in ${timeoutMs / 1000} s`, error);
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw fail(messageOf(cause) || "the Hub cannot be reached", error);
  }
}

const checksum = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");
