import type { Snapshot } from '../catalog/contract.js';
import { pathFault, standInOf } from '../repository/index.js';
import type { Source } from '../sources/contract.js';
import { type Category, categories, categoryOfKind, type FileCategory } from './categories.js';

export interface BranchFile {
  path: string;
  blobId: string;
  /** What the file belongs to: a text that a flow and a template name belongs to both. */
  categories: readonly FileCategory[];
}

/**
 * The files of a branch as a snapshot has them, each with its categories; what defines nothing is `config`. Files that
 * could not be written again for their names are left out, and links and submodules: no entity in service is in one.
 */
export async function branchFiles(snapshot: Snapshot, source: Source): Promise<BranchFile[]> {
  const kinds = new Map<string, Set<FileCategory>>();
  const note = (path: string, kind: string): void => {
    const known = kinds.get(path) ?? new Set();
    kinds.set(path, known.add(categoryOfKind(kind)));
  };
  for (const { kind, name, findings } of snapshot.statuses()) {
    const record = snapshot.get(kind, name);
    if (record) {
      note(record.path, kind);
      for (const { path } of record.attachments.values()) note(path, kind);
    }
    for (const { file } of findings) if (file !== record?.path && !kinds.has(file)) note(file, kind);
  }
  const files = await source.files(snapshot.revision);
  const writable = files.filter(({ path, blobId }) => pathFault(path) === undefined && !standInOf(blobId));
  return writable.map(({ path, blobId }) => {
    const known = kinds.get(path) ?? new Set<FileCategory>(['config']);
    return { path, blobId, categories: inOrder(known) };
  });
}

function inOrder(known: ReadonlySet<FileCategory>): FileCategory[] {
  return categories.filter((category): category is FileCategory =>
    (known as ReadonlySet<Category>).has(category),
  );
}
