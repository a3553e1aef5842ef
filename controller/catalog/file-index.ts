import { type BranchState, type EntityId, entityId, type FileEntry, identityId } from './branch-state.js';
import { Draft, LayeredMap } from './layered-map.js';

type Indexes = Pick<BranchState, 'files' | 'definers' | 'holders' | 'referrers' | 'flawed' | 'broken'>;

/** The indexes over a branch's files while changes to them are gathered. */
export class FileIndex {
  readonly files: Draft<FileEntry>;
  readonly definers: Draft<readonly string[]>;
  readonly holders: Draft<readonly string[]>;
  private readonly flawed: Draft<true>;
  private readonly broken: Draft<true>;
  private readonly referrers = new Map<EntityId, Draft<true>>();
  /** Entities and claims whose files changed. */
  readonly touched = new Set<EntityId>();

  constructor(private readonly before: BranchState) {
    this.files = new Draft(before.files);
    this.definers = new Draft(before.definers);
    this.holders = new Draft(before.holders);
    this.flawed = new Draft(before.flawed);
    this.broken = new Draft(before.broken);
  }

  /** Puts `entry` in the place of what is at `path`; undefined takes the file out. */
  replace(path: string, entry: FileEntry | undefined): void {
    const old = this.files.get(path);
    if (old) this.detach(old);
    this.files.set(path, entry);
    if (entry) this.attach(entry);
    const { analysis } = entry ?? {};
    this.flawed.set(path, analysis && analysis.findings.length > 0 ? true : undefined);
    this.broken.set(path, analysis && !analysis.valid && !analysis.identity ? true : undefined);
    const orphan = this.before.orphans.get(path);
    if (orphan !== undefined) this.touched.add(orphan);
  }

  referrersOf(id: EntityId): Iterable<string> {
    return (this.referrers.get(id) ?? this.before.referrers.get(id))?.keys() ?? [];
  }

  finish(): Indexes {
    const referrers = new Map<EntityId, LayeredMap<true> | undefined>();
    for (const [id, draft] of this.referrers) {
      const paths = draft.finish();
      referrers.set(id, paths.size === 0 ? undefined : paths);
    }
    return {
      files: this.files.finish(),
      definers: this.definers.finish(),
      holders: this.holders.finish(),
      referrers: this.before.referrers.with(referrers),
      flawed: this.flawed.finish(),
      broken: this.broken.finish(),
    };
  }

  private attach(entry: FileEntry): void {
    const id = identityId(entry);
    if (id !== undefined) {
      this.definers.set(id, [...(this.definers.get(id) ?? []), entry.path].sort());
      this.touched.add(id);
    }
    for (const { key } of entry.analysis.claims) {
      this.touchHolders(key);
      this.holders.set(key, [...(this.holders.get(key) ?? []), entry.path].sort());
    }
    for (const { kind, name } of entry.analysis.references) {
      this.referrerDraft(entityId(kind, name)).set(entry.path, true);
    }
  }

  private detach(entry: FileEntry): void {
    const id = identityId(entry);
    if (id !== undefined) {
      this.definers.set(id, without(this.definers.get(id), entry.path));
      this.touched.add(id);
    }
    for (const { key } of entry.analysis.claims) {
      this.holders.set(key, without(this.holders.get(key), entry.path));
      this.touchHolders(key);
    }
    for (const { kind, name } of entry.analysis.references) {
      this.referrerDraft(entityId(kind, name)).set(entry.path, undefined);
    }
  }

  private touchHolders(key: string): void {
    for (const path of this.holders.get(key) ?? []) {
      const id = identityId(this.files.get(path));
      if (id !== undefined) this.touched.add(id);
    }
  }

  private referrerDraft(id: EntityId): Draft<true> {
    let draft = this.referrers.get(id);
    if (!draft) {
      draft = new Draft(this.before.referrers.get(id) ?? LayeredMap.empty<true>());
      this.referrers.set(id, draft);
    }
    return draft;
  }
}

function without(paths: readonly string[] | undefined, path: string): readonly string[] | undefined {
  const rest = (paths ?? []).filter((one) => one !== path);
  return rest.length === 0 ? undefined : rest;
}
