import { standInOf } from '../repository/stand-in.js';
import { type BranchState, type EntityId, entityId, type FileEntry, type TextFile } from './branch-state.js';
import { Draft } from './layered-map.js';
import { RelationDraft } from './relation.js';

type Indexes = Pick<
  BranchState,
  'files' | 'texts' | 'users' | 'definers' | 'holders' | 'referrers' | 'flawed' | 'broken' | 'standIns'
>;

/** The indexes over a branch's files while changes to them are gathered. */
export class FileIndex {
  readonly files: Draft<FileEntry>;
  readonly texts: Draft<TextFile>;
  readonly definers: Draft<readonly string[]>;
  readonly holders: Draft<readonly string[]>;
  private readonly flawed: Draft<true>;
  private readonly broken: Draft<true>;
  private readonly standIns: Draft<true>;
  private readonly referrers: RelationDraft;
  private readonly users: RelationDraft;
  /** Entities and claims whose files changed. */
  readonly touched = new Set<EntityId>();

  constructor(private readonly before: BranchState) {
    this.files = new Draft(before.files);
    this.texts = new Draft(before.texts);
    this.users = new RelationDraft(before.users);
    this.referrers = new RelationDraft(before.referrers);
    this.definers = new Draft(before.definers);
    this.holders = new Draft(before.holders);
    this.flawed = new Draft(before.flawed);
    this.broken = new Draft(before.broken);
    this.standIns = new Draft(before.standIns);
  }

  /** Puts `entry` in the place of what is at `path`; undefined takes the file out. */
  replace(path: string, entry: FileEntry | undefined): void {
    const old = this.files.get(path);
    if (old) this.detach(old);
    this.files.set(path, entry);
    if (entry) this.attach(entry);
    const { analysis } = entry ?? {};
    this.flawed.set(
      path,
      analysis && analysis.findings.length + analysis.ignores.length > 0 ? true : undefined,
    );
    this.broken.set(path, analysis && !analysis.valid && !analysis.identity ? true : undefined);
    this.standIns.set(path, entry && standInOf(entry.blobId) ? true : undefined);
    const orphan = this.before.orphans.get(path);
    if (orphan !== undefined) this.touched.add(orphan);
  }

  /** As `replace`, for a text. All changed entity files are in their places already. */
  replaceText(path: string, text: TextFile | undefined): void {
    this.texts.set(path, text);
    for (const user of this.users.of(path)) {
      const id = this.files.get(user)?.id;
      if (id !== undefined) this.touched.add(id);
    }
  }

  referrersOf(id: EntityId): Iterable<string> {
    return this.referrers.of(id);
  }

  finish(): Indexes {
    const users = this.users.finished();
    for (const [path, files] of users) {
      const text = files ? undefined : this.texts.get(path);
      if (text?.content) this.texts.set(path, { ...text, content: undefined });
    }
    return {
      files: this.files.finish(),
      texts: this.texts.finish(),
      users: this.before.users.with(users),
      definers: this.definers.finish(),
      holders: this.holders.finish(),
      referrers: this.before.referrers.with(this.referrers.finished()),
      flawed: this.flawed.finish(),
      broken: this.broken.finish(),
      standIns: this.standIns.finish(),
    };
  }

  private attach(entry: FileEntry): void {
    const { id } = entry;
    if (id !== undefined) {
      this.definers.set(id, including(this.definers.get(id), entry.path));
      this.touched.add(id);
    }
    for (const { key } of entry.analysis.claims) {
      this.touchHolders(key);
      this.holders.set(key, including(this.holders.get(key), entry.path));
    }
    for (const { kind, name } of entry.analysis.references) {
      this.referrers.add(entityId(kind, name), entry.path);
    }
    for (const { path } of entry.texts) if (path !== undefined) this.users.add(path, entry.path);
  }

  private detach(entry: FileEntry): void {
    const { id } = entry;
    if (id !== undefined) {
      this.definers.set(id, without(this.definers.get(id), entry.path));
      this.touched.add(id);
    }
    for (const { key } of entry.analysis.claims) {
      this.holders.set(key, without(this.holders.get(key), entry.path));
      this.touchHolders(key);
    }
    for (const { kind, name } of entry.analysis.references) {
      this.referrers.delete(entityId(kind, name), entry.path);
    }
    for (const { path } of entry.texts) if (path !== undefined) this.users.delete(path, entry.path);
  }

  private touchHolders(key: string): void {
    for (const path of this.holders.get(key) ?? []) {
      const id = this.files.get(path)?.id;
      if (id !== undefined) this.touched.add(id);
    }
  }
}

function including(paths: readonly string[] | undefined, path: string): readonly string[] {
  return paths === undefined ? [path] : [...paths, path].sort();
}

function without(paths: readonly string[] | undefined, path: string): readonly string[] | undefined {
  const rest = (paths ?? []).filter((one) => one !== path);
  return rest.length === 0 ? undefined : rest;
}
