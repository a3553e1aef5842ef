import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CatFileReader } from './cat-file-reader.js';
import type { GitObject, ObjectReader } from './contract.js';
import { IsoObjectReader } from './iso-object-reader.js';

/** From so many objects on, starting a process costs less than it saves. */
const MANY = 64;
/** The same for a pack of so many bytes, which isomorphic-git loads whole to read one object of it. */
const LARGE_PACK = 2 ** 19;

/** Reads the objects of a bare repository with whatever is fastest; works without the `git` program too. */
export function createObjectReader(gitDir: string): ObjectReader {
  const inProcess = new IsoObjectReader(gitDir);
  return new ChoosingReader(inProcess, new CatFileReader(gitDir, inProcess), hasLargePack(gitDir));
}

/**
 * Small repositories are read in process. Once many objects were wanted, or where there is a large pack from the start,
 * single ones are asked of the process too.
 */
class ChoosingReader implements ObjectReader {
  #isLarge = false;

  constructor(
    private readonly inProcess: ObjectReader,
    private readonly bulk: ObjectReader,
    private readonly looked: Promise<boolean>,
  ) {}

  async read(ids: readonly string[]): Promise<Map<string, GitObject>> {
    this.#isLarge ||= ids.length >= MANY || (await this.looked);
    return (this.#isLarge ? this.bulk : this.inProcess).read(ids);
  }

  close(): Promise<void> {
    return this.bulk.close();
  }
}

async function hasLargePack(gitDir: string): Promise<boolean> {
  const folder = join(gitDir, 'objects', 'pack');
  const packs = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.pack'));
  const sizes = packs.map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).some((size) => size >= LARGE_PACK);
}
