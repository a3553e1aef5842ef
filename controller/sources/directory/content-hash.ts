import { createHash } from 'node:crypto';

const BUCKETS = 256;

/** A hash over the paths of a folder and their blob ids. A change hashes one of 256 buckets again. */
export class ContentHash {
  readonly #buckets = Array.from({ length: BUCKETS }, () => new Map<string, string>());
  readonly #digests: (Buffer | undefined)[] = [];

  set(path: string, blobId: string | undefined): void {
    const at = getBucket(path);
    const bucket = this.#buckets[at];
    if (blobId === undefined) bucket?.delete(path);
    else bucket?.set(path, blobId);
    this.#digests[at] = undefined;
  }

  /** Returns the hash in hex; the same for the same paths and blob ids, in any order of changes. */
  digest(): string {
    const whole = createHash('sha256');
    for (const [at, bucket] of this.#buckets.entries()) {
      this.#digests[at] ??= computeDigest(bucket);
      whole.update(this.#digests[at]);
    }
    return whole.digest('hex');
  }
}

function getBucket(path: string): number {
  return createHash('sha256').update(path).digest()[0] ?? 0;
}

function computeDigest(bucket: ReadonlyMap<string, string>): Buffer {
  const hash = createHash('sha256');
  for (const path of [...bucket.keys()].sort()) hash.update(`${path}\0${bucket.get(path)}\n`);
  return hash.digest();
}
