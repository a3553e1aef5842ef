import { Problem } from '../problems/index.js';
import { entryName } from './entry-name.js';
import type { StandIn } from './stand-in.js';

export interface TreeEntry {
  name: string;
  id: string;
  type: 'blob' | 'tree' | StandIn;
}

const SPACE = 0x20;
const ID_BYTES = 20;

/**
 * The entries of a tree object: `<mode> <name>\0<20 bytes of id>`, again and again.
 *
 * @throws Problem git_failed when the bytes are no tree
 */
export function parseTree(id: string, content: Uint8Array): TreeEntry[] {
  const entries: TreeEntry[] = [];
  const bytes = bufferOf(content);
  let at = 0;
  while (at < bytes.length) {
    const space = bytes.indexOf(SPACE, at);
    const end = bytes.indexOf(0, space + 1);
    if (space < 0 || end < 0 || end + ID_BYTES >= bytes.length) {
      throw new Problem('git_failed', `The tree object ${id} is damaged.`);
    }
    const type = entryType(bytes.toString('latin1', at, space));
    if (type) {
      entries.push({
        name: entryName(bytes, space + 1, end),
        id: bytes.toString('hex', end + 1, end + 1 + ID_BYTES),
        type,
      });
    }
    at = end + 1 + ID_BYTES;
  }
  return entries;
}

function entryType(mode: string): TreeEntry['type'] | undefined {
  if (mode === '40000' || mode === '040000') return 'tree';
  if (mode === '120000') return 'link';
  if (mode === '160000') return 'submodule';
  return mode.startsWith('100') ? 'blob' : undefined;
}

/**
 * The bytes of two trees without the entries that both begin with and, where a single entry came, went or changed,
 * without those that both end with: large folders differ in little.
 */
export function withoutCommon(one: Uint8Array, other: Uint8Array): [Uint8Array, Uint8Array] {
  const [a, b] = [bufferOf(one), bufferOf(other)];
  let at = 0;
  for (let end = entryEnd(a, 0); end !== undefined && end <= b.length; end = entryEnd(a, at)) {
    if (a.compare(b, at, end, at, end) !== 0) break;
    at = end;
  }
  const [endA, endB] = [entryEnd(a, at), entryEnd(b, at)];
  for (const [cutA, cutB] of [
    [endA, endB],
    [at, endB],
    [endA, at],
  ]) {
    if (cutA === undefined || cutB === undefined || a.length - cutA !== b.length - cutB) continue;
    if (a.compare(b, cutB, b.length, cutA, a.length) === 0)
      return [a.subarray(at, cutA), b.subarray(at, cutB)];
  }
  return [a.subarray(at), b.subarray(at)];
}

/** Where the entry that begins at an offset ends; undefined when there is none. */
function entryEnd(bytes: Buffer, at: number): number | undefined {
  const end = bytes.indexOf(0, at);
  return end < 0 || end + ID_BYTES >= bytes.length ? undefined : end + 1 + ID_BYTES;
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
