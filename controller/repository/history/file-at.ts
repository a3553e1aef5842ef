import type { FileVersion, ObjectReader } from '../contract.js';
import type { TreeCache } from '../writes/tree-cache.js';

export interface PathEntry {
  mode: string;
  id: string;
}

/** The plain file at `path` in a tree; undefined when there is none, or a link, a submodule, a folder. */
export async function entryAt(
  trees: TreeCache,
  rootId: string,
  path: string,
): Promise<PathEntry | undefined> {
  const names = path.split('/');
  const last = names.pop() ?? '';
  let id: string | undefined = rootId;
  for (const name of names) {
    id = (await trees.read(id)).find(name, 'folder')?.id;
    if (id === undefined) return undefined;
  }
  const entry = (await trees.read(id)).find(last, 'file');
  return entry?.mode.startsWith('100') ? entry : undefined;
}

export async function fileAt(
  objects: ObjectReader,
  trees: TreeCache,
  rootId: string,
  path: string,
): Promise<FileVersion | undefined> {
  const entry = await entryAt(trees, rootId, path);
  if (!entry) return undefined;
  const content = (await objects.read([entry.id])).get(entry.id)?.content;
  if (content === undefined) return undefined;
  return { path, blobId: entry.id, mode: entry.mode === '100755' ? '100755' : '100644', content };
}
