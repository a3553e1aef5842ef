import type { Snapshot } from '../../catalog/index.js';
import { blobId } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import { getScope } from '../../sources/index.js';
import type { Source } from '../../sources/source/source.js';
import { type Category, isFileCategory } from '../archive/categories.js';
import type { Manifest } from '../archive/manifest.js';
import { branchFiles } from '../take/branch-files.js';
import { addChanges, type CategoryChanges, type ChangeKind, maxExamples, noChanges } from './changes.js';

/** A file that a restore writes or deletes. */
export interface FileRestore {
  path: string;
  /** The blob that the file has now; null for none. */
  base: string | null;
  content: Uint8Array | null;
}

interface FilePlan {
  writes: FileRestore[];
  changes: Partial<Record<Category, CategoryChanges>>;
}

/** The files of a backup that a restore asks for. */
export class StagedFiles {
  readonly #wanted = new Map<string, { categories: readonly Category[]; blobId: string; content: Buffer }>();
  readonly #categories: ReadonlyMap<string, readonly Category[]>;

  constructor(
    private readonly manifest: Manifest,
    private readonly categories: readonly Category[],
  ) {
    this.#categories = new Map(manifest.entries.map(({ name, categories = [] }) => [name, categories]));
  }

  /** Adds a file of the archive if its category is asked for. */
  add(name: string, content: Buffer): void {
    const categories = this.#categories.get(name) ?? [];
    if (!categories.some((category) => this.categories.includes(category))) return;
    this.#wanted.set(name.slice('files/'.length), { categories, blobId: blobId(content), content });
  }

  /**
   * Returns the writes that make the files of the categories equal to those of the backup.
   * @throws Problem backup_unsupported for a file that svc would not read at its path
   */
  async plan(snapshot: Snapshot, source: Source): Promise<FilePlan> {
    const fileCategories = this.categories.filter(isFileCategory);
    const changes: FilePlan['changes'] = {};
    for (const category of fileCategories) changes[category] = noChanges();
    const writes: FileRestore[] = [];
    if (fileCategories.length === 0) return { writes, changes };
    const present = new Map((await branchFiles(snapshot, source)).map((file) => [file.path, file]));
    const count = (categories: readonly Category[], kind: ChangeKind, path: string): void => {
      for (const category of categories) {
        const total = changes[category];
        if (total) addChanges(total, kind, [path], total.examples[kind].length < maxExamples ? [path] : []);
      }
    };
    const scope = await getScope(source, snapshot.revision);
    for (const [path, file] of this.#wanted) {
      const before = present.get(path);
      if (before?.blobId === file.blobId) continue;
      const exclusion = scope.exclusion(path);
      if (exclusion !== undefined) throw unread(path, exclusion, this.manifest);
      writes.push({ path, base: before?.blobId ?? null, content: file.content });
      count(file.categories, before ? 'changed' : 'created', path);
    }
    for (const [path, file] of present) {
      // A file that also belongs to a category that is not restored stays.
      const isAsked = file.categories.every((category) => fileCategories.includes(category));
      if (this.#wanted.has(path) || !isAsked) continue;
      writes.push({ path, base: file.blobId, content: null });
      count(file.categories, 'deleted', path);
    }
    return { writes, changes };
  }
}

function unread(path: string, reason: string, { path: folder }: Manifest): Problem {
  const detail = `The backup has \`${path}\`, which svc would not read: ${reason}.`;
  const setting = folder === undefined ? '`Git.Path`' : `\`Git.Path\` \`${folder}\``;
  return new Problem('backup_unsupported', detail, {
    hints: [
      `Restore it with the ${setting} and the \`.svcignore\` that it was made with, or restore other categories.`,
    ],
  });
}
