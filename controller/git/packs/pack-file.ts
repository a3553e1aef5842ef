import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { GitObject } from '../objects/contract.js';

const typeNumber: Record<GitObject['type'], number> = { commit: 1, tree: 2, blob: 3, tag: 4 };
const refDelta = 7;
const headerBytes = 12;
const maxCopy = 0xffffff;
/** The index holds 31 bits of an offset. Only `git gc` writes larger packs. */
const maxPackBytes = 0x7fffffff;

/** One entry of a pack as in the file: header and compressed bytes. */
export interface PackedEntry {
  id: string;
  bytes: Buffer;
}

/** A pack (gitformat-pack(5), version 2) and its index. */
export interface EncodedPack {
  /** SHA-1 over the pack, as in `pack-<name>.pack`. */
  name: string;
  /** The parts of the file, in order. */
  pack: Buffer[];
  index: Buffer;
}

/** @param deflated the content, as zlib compresses it */
export function packWhole(id: string, type: GitObject['type'], size: number, deflated: Buffer): PackedEntry {
  return { id, bytes: Buffer.concat([entryHeader(typeNumber[type], size), deflated]) };
}

/** @param size of the delta before `deflated`; the base must be in the same pack */
export function packDelta(id: string, baseId: string, size: number, deflated: Buffer): PackedEntry {
  return { id, bytes: Buffer.concat([entryHeader(refDelta, size), Buffer.from(baseId, 'hex'), deflated]) };
}

/** Encodes type and size: four bits of the size beside the type, then seven per byte, the lowest first. */
function entryHeader(type: number, size: number): Buffer {
  const bytes: number[] = [];
  let head = (type << 4) | (size & 0x0f);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(head | 0x80);
    head = rest & 0x7f;
  }
  return Buffer.from([...bytes, head]);
}

/** Encodes a delta: the parts to copy from the base, and new bytes. */
export function encodeDelta(
  baseSize: number,
  size: number,
  pieces: readonly (Buffer | { from: number; length: number })[],
): Buffer {
  const parts: Buffer[] = [deltaSize(baseSize), deltaSize(size)];
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) {
      for (let at = 0; at < piece.length; at += 127) {
        const part = piece.subarray(at, at + 127);
        parts.push(Buffer.of(part.length), part);
      }
    } else {
      for (let done = 0; done < piece.length; done += maxCopy) {
        parts.push(copyInstruction(piece.from + done, Math.min(maxCopy, piece.length - done)));
      }
    }
  }
  return Buffer.concat(parts);
}

function deltaSize(size: number): Buffer {
  const bytes: number[] = [];
  let rest = size;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** The flags say which bytes of offset (four) and length (three) follow; zero bytes do not. */
function copyInstruction(offset: number, length: number): Buffer {
  const bytes: number[] = [];
  let flags = 0x80;
  for (let at = 0; at < 7; at++) {
    const byte = at < 4 ? (offset >>> (8 * at)) & 0xff : (length >>> (8 * (at - 4))) & 0xff;
    if (byte === 0) continue;
    flags |= 1 << at;
    bytes.push(byte);
  }
  return Buffer.from([flags, ...bytes]);
}

/** Encodes a pack and its index. Each id once; fewer than 2 GiB in all. */
export function encodePack(entries: readonly PackedEntry[]): EncodedPack {
  const header = Buffer.alloc(headerBytes);
  header.write('PACK', 'latin1');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(entries.length, 8);
  const hash = createHash('sha1').update(header);
  const placed: { id: string; offset: number; crc: number }[] = [];
  let offset = headerBytes;
  for (const { id, bytes } of entries) {
    hash.update(bytes);
    placed.push({ id, offset, crc: crc32(bytes) });
    offset += bytes.length;
  }
  if (offset > maxPackBytes) throw new RangeError(`A pack of ${offset} bytes is too large`);
  const checksum = hash.digest();
  placed.sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    name: checksum.toString('hex'),
    pack: [header, ...entries.map((entry) => entry.bytes), checksum],
    index: encodeIndex(placed, checksum),
  };
}

/** Version 2: for each byte the number of ids that start with it or a smaller one, the ids, the checksums, the offsets. */
function encodeIndex(
  placed: readonly { id: string; offset: number; crc: number }[],
  checksum: Buffer,
): Buffer {
  const count = placed.length;
  const index = Buffer.alloc(8 + 256 * 4 + count * 28);
  index.writeUInt32BE(0xff744f63, 0);
  index.writeUInt32BE(2, 4);
  const ids = 8 + 256 * 4;
  const fan = new Uint32Array(256);
  placed.forEach(({ id, offset, crc }, at) => {
    index.write(id, ids + at * 20, 'hex');
    index.writeUInt32BE(crc, ids + count * 20 + at * 4);
    index.writeUInt32BE(offset, ids + count * 24 + at * 4);
    const first = index[ids + at * 20] ?? 0;
    fan[first] = (fan[first] ?? 0) + 1;
  });
  let sum = 0;
  fan.forEach((those, byte) => {
    sum += those;
    index.writeUInt32BE(sum, 8 + byte * 4);
  });
  const own = createHash('sha1').update(index).update(checksum).digest();
  return Buffer.concat([index, checksum, own]);
}
