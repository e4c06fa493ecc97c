import { z } from "zod";
import { FettleError } from "../../core/errors.ts";

export interface NamedTensor {
  name: string;
  shape: readonly number[];
  data: Float32Array;
}

const headerSchema = z.record(
  z.string(),
  z.union([
    z.object({ dtype: z.string(), shape: z.array(z.number()), data_offsets: z.tuple([z.number(), z.number()]) }),
    z.record(z.string(), z.string()),
  ]),
);

/** The safetensors format: an 8-byte length, a JSON header padded with spaces to 8 bytes, then the tensors' bytes. */
export function encodeSafetensors(tensors: readonly NamedTensor[], metadata: Record<string, string> = {}): Uint8Array {
  const header: Record<string, unknown> = { __metadata__: { format: "pt", ...metadata } };
  let offset = 0;
  for (const { name, shape, data } of tensors) {
    header[name] = { dtype: "F32", shape, data_offsets: [offset, offset + data.byteLength] };
    offset += data.byteLength;
  }
  const json = JSON.stringify(header);
  const text = new TextEncoder().encode(json + " ".repeat((8 - (new TextEncoder().encode(json).length % 8)) % 8));
  const bytes = new Uint8Array(8 + text.length + offset);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  let at = 8 + text.length;
  for (const { data } of tensors) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  return bytes;
}

/** Reads float32 tensors by name. Throws FettleError `bad_input_file`; `source` names the file in its message. */
export function decodeSafetensors(
  bytes: Uint8Array,
  source: string,
): { tensors: Map<string, NamedTensor>; metadata: Record<string, string> } {
  const reject = (problem: string): never => {
    throw new FettleError("bad_input_file", `${source}: ${problem}.`, {
      hint: "The file may be cut short or damaged.",
    });
  };
  if (bytes.length < 8) reject("not a safetensors file");
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  if (length > bytes.length - 8) reject("the header is longer than the file");
  const parsed = headerSchema.safeParse(parseJson(new TextDecoder().decode(bytes.subarray(8, 8 + length))));
  if (!parsed.success) return reject("the header is not readable");
  const tensors = new Map<string, NamedTensor>();
  let metadata: Record<string, string> = {};
  for (const [name, entry] of Object.entries(parsed.data)) {
    if (!Array.isArray(entry.shape) || !Array.isArray(entry.data_offsets)) {
      metadata = z.record(z.string(), z.string()).parse(entry);
      continue;
    }
    if (entry.dtype !== "F32") reject(`tensor ${name} is ${entry.dtype}, not F32`);
    const [start, end] = entry.data_offsets;
    const count = entry.shape.reduce((product, size) => product * size, 1);
    if (end - start !== 4 * count || 8 + length + end > bytes.length) reject(`tensor ${name} does not fit`);
    const data = new Float32Array(new Uint8Array(bytes.subarray(8 + length + start, 8 + length + end)).buffer);
    tensors.set(name, { name, shape: entry.shape, data });
  }
  return { tensors, metadata };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
