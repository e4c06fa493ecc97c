import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { messageOf } from "../../../core/errors.ts";
import { Refusal } from "./wire.ts";

const unpack = promisify(gunzip);

/**
 * The body of a request, of any method, unpacked where it says so. Throws a Refusal: 400 for gzip that is none, 413 for
 * more than `most` bytes, packed or not.
 */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const tooLarge = new Refusal(413, `The body is larger than ${most} bytes.`);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) throw tooLarge;
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (body.length === 0 || !/gzip/i.test(request.headers["content-encoding"] ?? "")) return body;
  try {
    return await unpack(body, { maxOutputLength: most });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge;
    throw new Refusal(400, "Invalid gzip payload");
  }
}

/** The JSON of a body. Throws a Refusal (422) for an empty one, for what is no JSON, and for NaN and Infinity in it. */
export function parseBody(body: Buffer): unknown {
  const text = body.toString("utf8");
  if (text.trim() === "") throw Refusal.at([], "Field required", "missing");
  try {
    return JSON.parse(text);
  } catch (error) {
    const odd = numberThatIsNone(text);
    if (odd) throw Refusal.at([], `${odd} is not a finite number`, "finite_number");
    throw Refusal.at([], `JSON decode error: ${messageOf(error)}`, "json_invalid");
  }
}

/** The first NaN or Infinity outside of strings, as Python writes them though JSON has neither. */
function numberThatIsNone(text: string): string | null {
  for (let at = 0; at < text.length; at++) {
    if (text.startsWith("NaN", at)) return "NaN";
    if (text.startsWith("Infinity", at)) return text[at - 1] === "-" ? "-Infinity" : "Infinity";
    if (text[at] !== '"') continue;
    do {
      at += text[at] === "\\" ? 2 : 1;
    } while (at < text.length && text[at] !== '"');
  }
  return null;
}
