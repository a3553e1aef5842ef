import type { Snapshot } from '../catalog/contract.js';
import { blobId } from '../repository/index.js';
import type { Source } from '../sources/contract.js';
import type { Manifest } from './archive/manifest.js';
import { branchFiles } from './branch-files.js';
import { type Category, isFileCategory } from './categories.js';
import type { CategoryChanges } from './contract.js';
import { noChanges } from './tables/staging.js';

/** A file that a restore writes or takes away. */
export interface FileRestore {
  path: string;
  /** The blob it holds now; null for none. */
  base: string | null;
  content: Uint8Array | null;
}

export interface FilePlan {
  writes: FileRestore[];
  changes: Partial<Record<Category, CategoryChanges>>;
}

/** The files of a backup, those that the branch does not have by the same content. */
export class StagedFiles {
  readonly #wanted = new Map<string, { categories: readonly Category[]; blobId: string; content: Buffer }>();
  readonly #categoriesOf: ReadonlyMap<string, readonly Category[]>;

  constructor(
    manifest: Manifest,
    private readonly categories: readonly Category[],
  ) {
    this.#categoriesOf = new Map(manifest.entries.map(({ name, categories = [] }) => [name, categories]));
  }

  /** Takes a file of the archive where it is asked for. */
  add(name: string, content: Buffer): void {
    const categories = this.#categoriesOf.get(name) ?? [];
    if (!categories.some((category) => this.categories.includes(category))) return;
    this.#wanted.set(name.slice('files/'.length), { categories, blobId: blobId(content), content });
  }

  /** What would make the files of the categories those of the backup. */
  async plan(snapshot: Snapshot, source: Source): Promise<FilePlan> {
    const asked = this.categories.filter(isFileCategory);
    const changes: FilePlan['changes'] = {};
    for (const category of asked) changes[category] = noChanges();
    const writes: FileRestore[] = [];
    if (asked.length === 0) return { writes, changes };
    const present = new Map((await branchFiles(snapshot, source)).map((file) => [file.path, file]));
    const count = (of: readonly Category[], kind: 'created' | 'changed' | 'deleted', path: string): void => {
      for (const category of of) {
        const total = changes[category];
        if (!total) continue;
        total[kind] += 1;
        if (total.examples[kind].length < 20) total.examples[kind].push(path);
      }
    };
    for (const [path, file] of this.#wanted) {
      const before = present.get(path);
      if (before?.blobId === file.blobId) continue;
      writes.push({ path, base: before?.blobId ?? null, content: file.content });
      count(file.categories, before ? 'changed' : 'created', path);
    }
    for (const [path, file] of present) {
      // What also belongs to a category that is not restored stays.
      const isMeant = file.categories.every((category) => asked.includes(category));
      if (this.#wanted.has(path) || !isMeant) continue;
      writes.push({ path, base: file.blobId, content: null });
      count(file.categories, 'deleted', path);
    }
    return { writes, changes };
  }
}
