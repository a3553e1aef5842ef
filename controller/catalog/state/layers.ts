import type { BranchState, EntityId, FileEntry, HiddenFiles } from './branch-state.js';
import { Draft } from './layered-map.js';

export type FileChanges = ReadonlyMap<string, FileEntry | undefined>;

/**
 * Adds the effect of an overlay to the files that changed: a file of the branch is hidden while the overlay defines the
 * same entity in another file, and counts again afterwards. Two files of one layer that define one entity both count.
 */
export function settleLayers(
  before: Pick<BranchState, 'files' | 'definers' | 'hidden'>,
  changes: FileChanges,
): { files: FileChanges; hidden: HiddenFiles } {
  const isLayered = before.hidden.isLayered || [...changes.values()].some((entry) => entry?.overlay);
  if (!isLayered) return { files: changes, hidden: before.hidden };

  const files = new Map(changes);
  const entries = new Draft(before.hidden.entries);
  const byEntity = new Draft(before.hidden.byEntity);
  const changed = new Map<EntityId, FileEntry[]>();
  for (const [path, entry] of changes) {
    entries.set(path, undefined);
    for (const known of [before.files.get(path), before.hidden.entries.get(path), entry]) {
      const id = known?.id;
      if (id !== undefined && !changed.has(id)) changed.set(id, []);
    }
    const id = entry?.id;
    if (entry && id !== undefined) changed.get(id)?.push(entry);
  }
  for (const [id, added] of changed) {
    const paths = [...(before.definers.get(id) ?? []), ...(before.hidden.byEntity.get(id) ?? [])];
    const others = paths.filter((path) => !changes.has(path));
    const old = others.flatMap((path) => before.files.get(path) ?? before.hidden.entries.get(path) ?? []);
    const hidden = place([...old, ...added], { before, files, entries });
    byEntity.set(id, hidden.length > 0 ? hidden.sort() : undefined);
  }
  return {
    files,
    hidden: { isLayered, entries: entries.finish(), byEntity: byEntity.finish() },
  };
}

interface Places {
  before: Pick<BranchState, 'files'>;
  files: Map<string, FileEntry | undefined>;
  entries: Draft<FileEntry>;
}

/** Sorts the files that define one entity into counting and hidden ones; returns the paths of the hidden ones. */
function place(definers: readonly FileEntry[], { before, files, entries }: Places): string[] {
  const isOver = definers.some(({ overlay }) => overlay);
  const hidden: string[] = [];
  for (const entry of definers) {
    const { path } = entry;
    const isHidden = isOver && !entry.overlay;
    entries.set(path, isHidden ? entry : undefined);
    if (isHidden) hidden.push(path);
    const current = files.has(path) ? files.get(path) : before.files.get(path);
    const wanted = isHidden ? undefined : entry;
    if (current !== wanted) files.set(path, wanted);
  }
  return hidden;
}
