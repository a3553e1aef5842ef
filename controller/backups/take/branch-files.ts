import type { Snapshot } from '../../catalog/index.js';
import { pathFault } from '../../git/index.js';
import type { Source } from '../../sources/source/source.js';
import { type Category, categories, categoryOfKind, type FileCategory } from '../archive/categories.js';

export interface BranchFile {
  path: string;
  blobId: string;
  /** The categories of the file: a text that a flow and a template refer to belongs to both. */
  categories: readonly FileCategory[];
}

/**
 * Returns the files of a branch in a snapshot with their categories; a file without entities is `config`. Leaves out links,
 * submodules and files whose names cannot be written: no entity in service is in one of these.
 */
export async function branchFiles(snapshot: Snapshot, source: Source): Promise<BranchFile[]> {
  const kinds = new Map<string, Set<Category>>();
  const note = (path: string, kind: string): void => {
    const categories = kinds.get(path) ?? new Set();
    kinds.set(path, categories.add(categoryOfKind(kind)));
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
  return files.flatMap(({ path, blobId, nonFile }) => {
    if (pathFault(path) !== undefined || nonFile) return [];
    const categoriesOfFile = kinds.get(path) ?? new Set<Category>(['config']);
    const inOrder = categories.filter((category): category is FileCategory => categoriesOfFile.has(category));
    return [{ path, blobId, categories: inOrder }];
  });
}
