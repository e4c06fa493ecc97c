/**
 * TFRecord, the file format of TensorFlow: per record its length in 8 bytes and their checksum, the data and its checksum,
 * all little-endian.
 */
import { crc32c } from "./crc32c.ts";

const headBytes = 12;
const tailBytes = 4;

/** The checksum as records hold it: masked, as data may itself hold checksums. */
function masked(bytes: Uint8Array): number {
  const crc = crc32c(bytes);
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}

/** One record, whole. */
export function encodeRecord(data: Uint8Array): Buffer {
  const record = Buffer.alloc(headBytes + data.length + tailBytes);
  record.writeBigUInt64LE(BigInt(data.length), 0);
  record.writeUInt32LE(masked(record.subarray(0, 8)), 8);
  record.set(data, headBytes);
  record.writeUInt32LE(masked(data), headBytes + data.length);
  return record;
}

export interface DecodedRecord {
  data: Buffer;
  /** Offset in bytes just after the record. */
  end: number;
}

/** Whole records, in order. Stops where a write was torn or a checksum does not hold. */
export function* decodeRecords(file: Buffer): Generator<DecodedRecord, void, undefined> {
  for (let at = 0; at + headBytes <= file.length; ) {
    const dataEnd = at + headBytes + Number(file.readBigUInt64LE(at));
    const end = dataEnd + tailBytes;
    if (file.readUInt32LE(at + 8) !== masked(file.subarray(at, at + 8)) || end > file.length) return;
    const data = file.subarray(at + headBytes, dataEnd);
    if (file.readUInt32LE(dataEnd) !== masked(data)) return;
    yield { data, end };
    at = end;
  }
}
