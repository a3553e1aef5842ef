import type { Catalog, Snapshot } from '../catalog/index.js';
import { blobId } from '../git/index.js';
import { getScope } from '../sources/source/scope.js';
import type { Source, TreeChange } from '../sources/source/source.js';
import type { PreviewFile } from './contract.js';

/** The snapshot that `head`, a snapshot of the source, would become with these files. */
export async function preview(
  { catalog, source }: { catalog: Catalog; source: Source },
  head: Snapshot,
  files: readonly PreviewFile[],
): Promise<Snapshot> {
  const { isOverlay = false } = source;
  const contents = new Map<string, Uint8Array>();
  const scope = await getScope(source, head.revision);
  const inScope = files.filter(({ path }) => scope.includes(path));
  const changes = inScope.map(({ path, content }): TreeChange => {
    if (content === undefined) return { path, blobId: undefined };
    const id = blobId(content);
    contents.set(id, content);
    return { path, blobId: id, ...(isOverlay ? { overlay: { hides: undefined } } : {}) };
  });
  const read = async (ids: readonly string[]) => {
    const others = ids.filter((id) => !contents.has(id));
    const contentsOfOthers = others.length > 0 ? await source.read(others) : undefined;
    return new Map([...contents, ...(contentsOfOthers ?? [])]);
  };
  return catalog.advance(head, { revision: head.revision, changes, read });
}
