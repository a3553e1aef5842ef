import fs from 'node:fs';
import git from 'isomorphic-git';
import { Problem } from '../problems/index.js';
import type { GitObject, ObjectReader } from './contract.js';

const PARALLEL = 48;
/** isomorphic-git's cache holds whole packs, also those that are gone from the disk: between bursts it is let go. */
const CACHE_MS = 60_000;

/** Reads objects with isomorphic-git, loose and packed, through one cache. */
export class IsoObjectReader implements ObjectReader {
  #cache = {};
  #release: NodeJS.Timeout | undefined;

  constructor(private readonly gitDir: string) {}

  async read(ids: readonly string[]): Promise<Map<string, GitObject>> {
    const wanted = [...new Set(ids)];
    const found = new Map<string, GitObject>();
    let next = 0;
    const work = async () => {
      for (let id = wanted[next++]; id !== undefined; id = wanted[next++]) {
        found.set(id, await this.#readOne(id));
      }
    };
    await Promise.all(Array.from({ length: Math.min(PARALLEL, wanted.length) }, work));
    clearTimeout(this.#release);
    this.#release = setTimeout(() => {
      this.#cache = {};
    }, CACHE_MS).unref();
    return found;
  }

  async close(): Promise<void> {
    clearTimeout(this.#release);
    this.#cache = {};
  }

  async #readOne(id: string): Promise<GitObject> {
    const cache = this.#cache;
    try {
      return await this.#readWith(cache, id);
    } catch {
      // The cache may know packs that `git gc` has replaced meanwhile, or an index seen half written.
      if (this.#cache === cache) this.#cache = {};
      return this.#readWith(this.#cache, id).catch((cause: unknown) => {
        throw new Problem('git_failed', `The object ${id} cannot be read from ${this.gitDir}.`, {
          hints: [`Run \`git fsck\` in ${this.gitDir}; without a cure, delete it: it is fetched anew.`],
          cause,
        });
      });
    }
  }

  async #readWith(cache: object, oid: string): Promise<GitObject> {
    const read = await git.readObject({ fs, gitdir: this.gitDir, oid, cache, format: 'content' });
    if (!(read.object instanceof Uint8Array)) throw new Error(`unexpected format ${read.format}`);
    return { type: read.type as GitObject['type'], content: read.object };
  }
}
