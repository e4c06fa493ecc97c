/** Writes the protocol-buffers wire format: just what an ONNX model needs (varints, 32-bit floats, bytes, nested messages). */
export class ProtobufWriter {
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  /** An int32, int64, enum or bool field; negative numbers take ten bytes, as the format prescribes. */
  int(field: number, value: number | bigint): this {
    this.#varint(BigInt(field << 3));
    return this.#varint(BigInt.asUintN(64, BigInt(value)));
  }

  /** A `float` field. */
  float(field: number, value: number): this {
    this.#varint(BigInt((field << 3) | 5));
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    return this.#push(bytes);
  }

  string(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value));
  }

  bytes(field: number, value: Uint8Array): this {
    this.#varint(BigInt((field << 3) | 2)).#varint(BigInt(value.length));
    return this.#push(value);
  }

  /** A nested message, filled in by `write`. */
  message(field: number, write: (nested: ProtobufWriter) => void): this {
    const nested = new ProtobufWriter();
    write(nested);
    return this.bytes(field, nested.finish());
  }

  finish(): Uint8Array {
    const result = new Uint8Array(this.#length);
    let offset = 0;
    for (const chunk of this.#chunks) {
      result.set(chunk, offset);
      offset += chunk.length;
    }
    return result;
  }

  #varint(value: bigint): this {
    const bytes: number[] = [];
    let rest = value;
    for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
    bytes.push(Number(rest));
    return this.#push(Uint8Array.from(bytes));
  }

  #push(chunk: Uint8Array): this {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    return this;
  }
}
