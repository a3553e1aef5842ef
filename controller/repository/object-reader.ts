import { CatFileReader } from './cat-file-reader.js';
import type { GitObject, ObjectReader } from './contract.js';
import { IsoObjectReader } from './iso-object-reader.js';

/** From so many objects on, starting a process costs less than it saves. */
const MANY = 64;

/** Reads the objects of a bare repository with whatever is fastest; works without the `git` program too. */
export function createObjectReader(gitDir: string): ObjectReader {
  const inProcess = new IsoObjectReader(gitDir);
  return new ChoosingReader(inProcess, new CatFileReader(gitDir, inProcess));
}

/**
 * Small repositories are read in process. Once many objects were wanted, single ones are asked of the process too: to
 * read one object of a large pack, isomorphic-git loads all of it.
 */
class ChoosingReader implements ObjectReader {
  #isLarge = false;

  constructor(
    private readonly inProcess: ObjectReader,
    private readonly bulk: ObjectReader,
  ) {}

  read(ids: readonly string[]): Promise<Map<string, GitObject>> {
    this.#isLarge ||= ids.length >= MANY;
    return (this.#isLarge ? this.bulk : this.inProcess).read(ids);
  }

  close(): Promise<void> {
    return this.bulk.close();
  }
}
