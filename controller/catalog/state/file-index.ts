import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import type { TreeChange } from '../../sources/source/source.js';
import { type Decoded, decode } from '../../yaml-edit/read/yaml-document.js';
import { type ReadBlobs, WeakCache } from '../parse/analyses.js';
import { isAttachable } from '../parse/entity-files.js';
import { isChecked, keepFaults, type TextCheck } from '../parse/named-files.js';
import type { AnalysisThreads } from '../threads/analysis-threads.js';
import {
  type BranchState,
  type EntityId,
  entityId,
  type FileEntry,
  getInferredKey,
  type TextFile,
} from './branch-state.js';
import { Draft, PathsDraft, RelationDraft } from './layered-map.js';

/** Blobs read at a time. */
const batchSize = 64;

export interface TextChange {
  before: BranchState;
  changes: readonly TreeChange[];
  /** The entity files that changed. */
  files: ReadonlyMap<string, FileEntry | undefined>;
  read: ReadBlobs;
}

/** Reads the texts that entities name, and no others. Branches with the same blob share its text. */
export class TextReader {
  readonly #shared = new WeakCache<Decoded>();

  /**
   * @param limit largest size of a text in bytes
   * @param threads check the texts; without them, the event loop does
   */
  constructor(
    private readonly limit: number,
    private readonly threads?: Pick<AnalysisThreads, 'check'>,
  ) {}

  /** The texts of a branch that changed, and those that an entity names for the first time. */
  async read({ before, changes, files, read }: TextChange): Promise<Map<string, TextFile | undefined>> {
    const texts = new Map<string, TextFile | undefined>();
    for (const { path, blobId, nonFile, overlay } of changes) {
      if (!isAttachable(path)) continue;
      const isThere = blobId !== undefined && nonFile === undefined;
      texts.set(path, isThere ? { blobId, content: undefined, overlay } : undefined);
    }
    const named = new Set([...texts.keys()].filter((path) => before.users.has(path)));
    for (const entry of files.values()) for (const { path } of entry?.texts ?? []) if (path) named.add(path);
    const unread = [...named].flatMap((path) => {
      const text = texts.has(path) ? texts.get(path) : before.texts.get(path);
      return text && !text.content ? [{ ...text, path }] : [];
    });
    for (let start = 0; start < unread.length; start += batchSize) {
      const batch = unread.slice(start, start + batchSize);
      const contents = await this.#contents(new Set(batch.map(({ blobId }) => blobId)), read);
      for (const { path, ...text } of batch) {
        texts.set(path, { ...text, content: contents.get(text.blobId) });
      }
    }
    await this.#check(before, files, texts);
    return texts;
  }

  /** Checks the texts for the entities that name them, before the next state asks for the results. */
  async #check(
    before: BranchState,
    files: TextChange['files'],
    texts: ReadonlyMap<string, TextFile | undefined>,
  ): Promise<void> {
    const entries = new Set(files.values());
    for (const path of texts.keys())
      for (const user of before.users.get(path)?.keys() ?? [])
        if (!files.has(user)) entries.add(before.files.get(user));
    const unchecked: { check: TextCheck; content: Decoded }[] = [];
    for (const { path = '', check: make, faultsIn } of [...entries].flatMap((entry) => entry?.texts ?? [])) {
      const { content } = (texts.has(path) ? texts.get(path) : before.texts.get(path)) ?? {};
      if (!content || content.finding) continue;
      const check = make();
      if (isChecked(check, content)) continue;
      if (isTurnOver()) await nextTurn();
      if (this.threads) unchecked.push({ check, content });
      else faultsIn(content);
    }
    const faults = await this.threads?.check(
      unchecked.map(({ check, content }) => ({ check, content: content.text })),
    );
    for (const [at, { check, content }] of unchecked.entries())
      keepFaults(check, content, faults?.[at] ?? []);
  }

  async #contents(blobIds: ReadonlySet<string>, read: ReadBlobs): Promise<Map<string, Decoded>> {
    const decodedTexts = new Map<string, Decoded>();
    const paths: string[] = [];
    for (const blobId of blobIds) {
      const shared = this.#shared.get(blobId);
      if (shared) decodedTexts.set(blobId, shared);
      else paths.push(blobId);
    }
    if (paths.length === 0) return decodedTexts;
    for (const [blobId, bytes] of await read(paths)) {
      const content = decode(bytes, this.limit);
      decodedTexts.set(blobId, content);
      this.#shared.set(blobId, content);
    }
    return decodedTexts;
  }
}

type Indexes = Pick<
  BranchState,
  | 'files'
  | 'texts'
  | 'users'
  | 'definers'
  | 'holders'
  | 'referrers'
  | 'flawed'
  | 'broken'
  | 'others'
  | 'nonFiles'
>;

/** Collects changes to the indexes over the files of a branch. */
export class FileIndex {
  readonly files: Draft<FileEntry>;
  readonly texts: Draft<TextFile>;
  readonly definers: PathsDraft;
  readonly holders: PathsDraft;
  readonly #flawed: Draft<true>;
  readonly #broken: Draft<true>;
  readonly #others: Draft<string>;
  readonly #nonFiles: Draft<true>;
  readonly #referrers: RelationDraft;
  readonly #users: RelationDraft;
  /** Entities whose own files, claims or texts changed. */
  readonly touched = new Set<EntityId>();

  constructor(private readonly before: BranchState) {
    this.files = new Draft(before.files);
    this.texts = new Draft(before.texts);
    this.#users = new RelationDraft(before.users);
    this.#referrers = new RelationDraft(before.referrers);
    this.definers = new PathsDraft(before.definers);
    this.holders = new PathsDraft(before.holders);
    this.#flawed = new Draft(before.flawed);
    this.#broken = new Draft(before.broken);
    this.#others = new Draft(before.others);
    this.#nonFiles = new Draft(before.nonFiles);
  }

  /** Replaces the file at `path`; undefined removes it. */
  replace(path: string, entry: FileEntry | undefined): void {
    const old = this.files.get(path);
    if (old) this.#relate(old, false);
    this.files.set(path, entry);
    if (entry) this.#relate(entry, true);
    const { analysis } = entry ?? {};
    this.#flawed.set(
      path,
      analysis && analysis.findings.length + analysis.ignores.length > 0 ? true : undefined,
    );
    this.#broken.set(path, analysis && !analysis.valid && !analysis.identity ? true : undefined);
    this.#others.set(path, analysis?.tool);
    this.#nonFiles.set(path, entry?.nonFile ? true : undefined);
    const orphan = this.before.orphans.get(path);
    if (orphan !== undefined) this.touched.add(orphan);
  }

  /** Replaces a text, after all entity files that changed were replaced. */
  replaceText(path: string, text: TextFile | undefined): void {
    this.texts.set(path, text);
    for (const user of this.#users.of(path)) {
      const id = this.files.get(user)?.id;
      if (id !== undefined) this.touched.add(id);
    }
  }

  getReferrers(id: EntityId): Iterable<string> {
    return this.#referrers.of(id);
  }

  finish(): Indexes {
    const users = this.#users.finished();
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
      referrers: this.before.referrers.with(this.#referrers.finished()),
      flawed: this.#flawed.finish(),
      broken: this.#broken.finish(),
      others: this.#others.finish(),
      nonFiles: this.#nonFiles.finish(),
    };
  }

  /** Adds the entity, claims, references and texts of a file to the indexes, or removes them. */
  #relate({ id, path, analysis, texts }: FileEntry, isAdded: boolean): void {
    if (id !== undefined) {
      this.definers.set(analysis.identity?.isInferred ? getInferredKey(id) : id, path, isAdded);
      this.touched.add(id);
    }
    for (const { key } of analysis.uniqueKeys) {
      if (isAdded) this.#touchOnlyHolder(key);
      this.holders.set(key, path, isAdded);
      if (!isAdded) this.#touchOnlyHolder(key);
    }
    for (const { kind, name } of analysis.references) {
      this.#referrers.set(entityId(kind, name), path, isAdded);
    }
    for (const { path: text } of texts) if (text !== undefined) this.#users.set(text, path, isAdded);
  }

  /** An only holder gets company, or loses the last one; among more holders nothing changes. */
  #touchOnlyHolder(key: string): void {
    const path = this.holders.only(key);
    const id = path === undefined ? undefined : this.files.get(path)?.id;
    if (id !== undefined) this.touched.add(id);
  }
}
