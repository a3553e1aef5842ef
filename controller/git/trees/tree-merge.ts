import type { FileChange, FileMode, MergeContent, MergeEntry, TreeMerge } from './contract.js';
import { entryType, type RawEntry, RawTree, type TreeCache } from './raw-tree.js';

/** The entries of one name in three trees. */
type Sides = Record<'base' | 'ours' | 'theirs', RawEntry | undefined>;

/**
 * Merges two trees that derive from a third, name by name: a change of one side is taken, equal subtrees are not read,
 * content that both sides changed goes to `merge`. A file on one side beside a folder on the other is a conflict.
 */
export async function mergeTrees(
  trees: TreeCache,
  roots: { base: string | null; ours: string; theirs: string },
  merge: MergeContent,
): Promise<TreeMerge> {
  const merger = new TreeMerger(trees, merge);
  const folder = (id: string | null) => (id === null ? undefined : { mode: '40000', id });
  await merger.walk({ base: folder(roots.base), ours: folder(roots.ours), theirs: folder(roots.theirs) }, '');
  return { changes: merger.changes, conflicts: merger.conflicts };
}

class TreeMerger {
  readonly changes: FileChange[] = [];
  readonly conflicts: MergeEntry[] = [];

  constructor(
    private readonly trees: TreeCache,
    private readonly merge: MergeContent,
  ) {}

  async walk(sides: Sides, prefix: string): Promise<void> {
    if (isSame(sides.ours, sides.theirs) || isSame(sides.base, sides.theirs)) return;
    const [base, ours, theirs] = await Promise.all([
      this.#folder(sides.base),
      this.#folder(sides.ours),
      this.#folder(sides.theirs),
    ]);
    for (const name of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
      const inner = { base: base.get(name), ours: ours.get(name), theirs: theirs.get(name) };
      await this.#decide(inner, prefix + name);
    }
  }

  async #decide(sides: Sides, path: string): Promise<void> {
    const { base, ours, theirs } = sides;
    if (isSame(ours, theirs) || isSame(base, theirs)) return;
    const isClash = isFolder(ours) !== isFolder(theirs) && ours && theirs && !isSame(base, ours);
    if (isClash) {
      this.conflicts.push(toEntry(path, only('files', sides)));
      return;
    }
    if ([base, ours, theirs].some(isFolder)) await this.walk(only('folders', sides), `${path}/`);
    await this.#decideFile(only('files', sides), path);
  }

  async #decideFile(sides: Sides, path: string): Promise<void> {
    const { base, ours, theirs } = sides;
    if (isSame(ours, theirs) || isSame(base, theirs)) return;
    const entry = toEntry(path, sides);
    if ([base, ours, theirs].some(isNoFile)) {
      this.conflicts.push(entry);
      return;
    }
    if (isSame(base, ours)) {
      this.changes.push(take(path, theirs));
      return;
    }
    const content = await this.merge(entry);
    if (content === undefined) this.conflicts.push(entry);
    else if (content !== null || ours) this.changes.push({ path, content });
  }

  async #folder(entry: RawEntry | undefined): Promise<Map<string, RawEntry>> {
    const tree = entry && isFolder(entry) ? await this.trees.read(entry.id) : RawTree.empty;
    return new Map([...tree.entries()].map(({ name, mode, id }) => [name, { mode, id }]));
  }
}

function toEntry(path: string, { base, ours, theirs }: Sides): MergeEntry {
  return { path, base: base?.id ?? null, ours: ours?.id ?? null, theirs: theirs?.id ?? null };
}

function take(path: string, theirs: RawEntry | undefined): FileChange {
  if (!theirs) return { path, content: null };
  const mode: FileMode = theirs.mode === '100755' ? '100755' : '100644';
  return { path, blobId: theirs.id, mode };
}

/** Returns the sides that are folders, or those that are not. */
function only(kind: 'folders' | 'files', { base, ours, theirs }: Sides): Sides {
  const side = (entry: RawEntry | undefined) =>
    isFolder(entry) === (kind === 'folders') ? entry : undefined;
  return { base: side(base), ours: side(ours), theirs: side(theirs) };
}

function isSame(one: RawEntry | undefined, other: RawEntry | undefined): boolean {
  return one?.id === other?.id && one?.mode === other?.mode;
}

function isFolder(entry: RawEntry | undefined): boolean {
  return entry !== undefined && entryType(entry.mode) === 'folder';
}

/** True for links and submodules, which have no content to merge. */
function isNoFile(entry: RawEntry | undefined): boolean {
  return entry !== undefined && entryType(entry.mode) !== 'file';
}
