/** Reads the values of RFC 4251, 5. @throws RangeError beyond the end */
export class SshReader {
  #at = 0;

  constructor(private readonly bytes: Buffer) {}

  get isAtEnd(): boolean {
    return this.#at === this.bytes.length;
  }

  byte(): number {
    return this.take(1).readUInt8();
  }

  uint32(): number {
    return this.take(4).readUInt32BE();
  }

  string(): Buffer {
    return this.take(this.uint32());
  }

  text(): string {
    return this.string().toString('latin1');
  }

  /** Returns the magnitude of a number that is not negative, without zeros at its front. */
  mpint(): Buffer {
    const bytes = this.string();
    if ((bytes[0] ?? 0) >= 0x80) throw new RangeError('A number is negative');
    const first = bytes.findIndex((byte) => byte !== 0);
    return first < 0 ? Buffer.alloc(0) : bytes.subarray(first);
  }

  take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.bytes.length) throw new RangeError('A value ends too early');
    const part = this.bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }
}

export function sshString(content: Uint8Array | string): Buffer {
  const bytes = Buffer.from(content as Uint8Array);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** @param magnitude without zeros at its front */
export function sshNumber(magnitude: Uint8Array): Buffer {
  const first = magnitude.findIndex((byte) => byte !== 0);
  const bytes = first < 0 ? Buffer.alloc(0) : magnitude.subarray(first);
  return sshString((bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes);
}

/** Pads a number to a fixed length; undefined when it is longer. */
export function toLength(magnitude: Buffer, length: number): Buffer | undefined {
  if (magnitude.length > length) return undefined;
  return Buffer.concat([Buffer.alloc(length - magnitude.length), magnitude]);
}
