import { deflateSync } from 'node:zlib';
import type { ObjectReader } from '../objects/contract.js';
import { encodeDelta, encodePack, type PackedEntry, packDelta, packWhole } from '../packs/pack-file.js';
import type { MissingObject } from './missing-objects.js';

/** The number of objects in memory at a time. */
const BATCH = 256;
/** A delta of less than this saves nothing. */
const worthADeltaBytes = 1_024;
/** The remote reads a chain of deltas from its end. */
const maxChainLength = 50;
const LEVEL = 1;

/**
 * Returns a pack of the objects. Trees are deltas against the earlier tree at their path; with `isThin` also against a tree
 * that only the remote has. @throws Problem git_failed when an object of our repository is missing
 */
export async function createPack(
  reader: ObjectReader,
  missing: readonly MissingObject[],
  { isThin }: { isThin: boolean },
): Promise<Uint8Array> {
  const depths = new Map<string, number>();
  const entries: PackedEntry[] = [];
  for (let at = 0; at < missing.length; at += BATCH) {
    const batch = missing.slice(at, at + BATCH);
    const ids = batch.flatMap(({ id, like }) => (like === undefined ? [id] : [id, like]));
    const objects = await reader.read([...new Set(ids)]);
    for (const { id, like } of batch) {
      const object = objects.get(id);
      if (!object) continue;
      const { type, content } = object;
      const base = like === undefined ? undefined : objects.get(like);
      const depth = like === undefined ? undefined : (depths.get(like) ?? (isThin ? 0 : undefined));
      const isDelta =
        like !== undefined && base?.type === type && depth !== undefined && depth < maxChainLength;
      if (isDelta && content.byteLength >= worthADeltaBytes) {
        const delta = difference(base.content, content);
        entries.push(packDelta(id, like, delta.length, deflateSync(delta, { level: LEVEL })));
        depths.set(id, depth + 1);
      } else {
        entries.push(packWhole(id, type, content.byteLength, deflateSync(content, { level: LEVEL })));
        depths.set(id, 0);
      }
    }
  }
  return Buffer.concat(encodePack(entries).pack);
}

/** Encodes the part between the common start and the common end, which is small where one entry of a tree changed. */
function difference(before: Uint8Array, after: Uint8Array): Buffer {
  const shorter = Math.min(before.byteLength, after.byteLength);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const pieces = [
    { from: 0, length: head },
    Buffer.from(after.subarray(head, after.byteLength - tail)),
    { from: before.byteLength - tail, length: tail },
  ];
  return encodeDelta(before.byteLength, after.byteLength, pieces);
}
