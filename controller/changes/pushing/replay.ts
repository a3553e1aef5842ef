import { isEntityFile } from '../../catalog/index.js';
import type { YamlLimits } from '../../catalog/yaml-document.js';
import {
  blobId,
  type CommitRequest,
  type CommitText,
  type EntryDifference,
  type FileChange,
  type FileMode,
  type Repository,
  type TreeLeaf,
} from '../../repository/index.js';
import { entityIn } from '../edits/entity-in.js';
import { heldEntity } from '../hold.js';
import type { MergeConflict } from '../merge/index.js';
import { type MergedFile, mergeFile } from './merge-file.js';

/** Commits of ours that are put on what came: more than anybody writes while a remote is away. */
export const mostCommits = 100_000;

/** What both sides changed in two ways; `theirs` is what the remote has. */
export interface ReplayConflict {
  path: string;
  conflicts: readonly MergeConflict[];
}

export interface Replay {
  tip: string;
  /** Our commits, the oldest first → what has become of each. `null`: what came says the same already. */
  fates: ReadonlyMap<string, { commit: string | null } | { conflict: ReplayConflict }>;
}

/** Where our branch and the remote's have parted. */
export interface Parted {
  /** Where both were, when ours was last brought in line. */
  base: string | undefined;
  ours: string;
  incoming: string;
}

/** A replay after which our branch had moved on before it could take its place. */
export interface Begun {
  ours: string;
  incoming: string;
  replay: Replay;
}

/**
 * Our commits again on what came: what they meant, field by field, not their bytes. A commit that cannot be is left out,
 * with all sides. Undefined when it cannot be told which commits are ours. With `begun`, only what came to ours since is put on
 * top of that, so that writers who go on do not make it begin anew for ever.
 * @throws Problem git_failed
 */
export async function replay(
  repository: Repository,
  { base, ours, incoming }: Parted,
  limits: YamlLimits,
  begun?: Begun,
): Promise<Replay | undefined> {
  if (begun && begun.incoming === incoming) {
    const commits = await commitsSince(repository, begun.ours, ours);
    const more = commits && (await replayOnto(repository, begun.replay.tip, commits, limits));
    if (more) return { tip: more.tip, fates: new Map([...begun.replay.fates, ...more.fates]) };
  }
  if (await repository.history.isAncestor(ours, incoming)) return { tip: incoming, fates: new Map() };
  const from = await replayedFrom(repository, { base, ours, incoming });
  const commits = from && (await commitsSince(repository, from, ours));
  if (!commits) return undefined;
  return replayOnto(repository, incoming, commits, limits);
}

/**
 * The last commit of ours that is not to be replayed. Where the remote goes on from what both had, it may have some of
 * ours already; where its history was written anew, only what came after that is ours.
 */
async function replayedFrom(
  { history }: Repository,
  { base, ours, incoming }: Parted,
): Promise<string | null> {
  const isKnown = base !== undefined && (await history.isAncestor(base, ours));
  if (isKnown && !(await history.isAncestor(base, incoming))) return base;
  return history.mergeBase(ours, incoming);
}

/** Those of the first parents, the oldest first. */
export async function commitsSince(
  repository: Repository,
  from: string,
  tip: string,
): Promise<CommitText[] | undefined> {
  const ids = await repository.history.line(from, tip, mostCommits);
  return ids && repository.readCommits(ids);
}

/** Commits again on another one, whatever they were made on. @throws Problem git_failed */
export function replayOnto(
  repository: Repository,
  onto: string,
  commits: readonly CommitText[],
  limits: YamlLimits,
): Promise<Replay> {
  return new Replayer(repository, onto, limits).run(commits);
}

class Replayer {
  /** The blobs of paths on top of `incoming` by now. */
  readonly #held = new Map<string, string | null>();
  /** What was merged and is not in the repository yet, by its blob's id. */
  readonly #merged = new Map<string, Uint8Array>();
  readonly #fates = new Map<string, { commit: string | null } | { conflict: ReplayConflict }>();

  constructor(
    private readonly repository: Repository,
    private readonly incoming: string,
    private readonly limits: YamlLimits,
  ) {}

  async run(commits: readonly CommitText[]): Promise<Replay> {
    const again: { commit: CommitText; request: Omit<CommitRequest, 'branch'> }[] = [];
    for (const commit of commits) {
      const merged = await this.#merge(commit);
      if ('conflict' in merged) this.#fates.set(commit.id, merged);
      else again.push({ commit, request: requestOf(commit, merged.changes) });
    }
    const outcomes = await this.repository.writer.buildOn(
      this.incoming,
      again.map(({ request }) => request),
    );
    let tip = this.incoming;
    for (const [index, { commit }] of again.entries()) {
      const outcome = outcomes[index];
      if (outcome?.ok) tip = outcome.commit;
      if (outcome?.ok || outcome?.refusal.kind === 'unchanged') {
        this.#fates.set(commit.id, { commit: outcome.ok ? outcome.commit : null });
      } else {
        const path = again[index]?.request.changes[0]?.path ?? '';
        this.#fates.set(commit.id, { conflict: { path, conflicts: [] } });
      }
    }
    return { tip, fates: this.#fates };
  }

  /** All files of a commit, or none. Where both sides changed the same, a commit that is held has its way. */
  async #merge(commit: CommitText): Promise<{ changes: FileChange[] } | { conflict: ReplayConflict }> {
    const { id, parents } = commit;
    const changes: FileChange[] = [];
    const held = new Map<string, string | null>();
    for (const difference of await this.repository.history.differences(parents[0] ?? id, id)) {
      const { before, after } = difference;
      const path = (await this.#movedTo(commit, difference)) ?? difference.path;
      // What links and submodules mean cannot be told from their bytes.
      if (!isPlain(before) || !isPlain(after)) return { conflict: { path, conflicts: [] } };
      const mode = after && after.mode !== before?.mode ? { mode: fileMode(after) } : {};
      const theirs = await this.#theirs(path);
      // Where the remote has what we began with, nothing needs to be read; this is nearly every file there is.
      if (theirs === (before?.id ?? null) || theirs === (after?.id ?? null)) {
        held.set(path, after?.id ?? null);
        if (after !== null) changes.push({ path, blobId: after.id, ...mode });
        // What is gone already need not be taken away.
        else if (theirs !== null) changes.push({ path, content: null });
        continue;
      }
      const { content, conflicts } = await this.#mergeFile({ ...difference, path }, theirs);
      if (conflicts && heldEntity(commit) !== undefined) {
        held.set(path, after?.id ?? null);
        changes.push(after === null ? { path, content: null } : { path, blobId: after.id, ...mode });
        continue;
      }
      if (conflicts) return { conflict: { path, conflicts } };
      const merged = content && blobId(Buffer.from(content));
      if (content && merged) this.#merged.set(merged, content);
      held.set(path, merged);
      if (content !== null || theirs !== null) changes.push({ path, content, ...(content ? mode : {}) });
    }
    for (const [path, blob] of held) this.#held.set(path, blob);
    return { changes };
  }

  /** Where what came has moved the file of a held entity. */
  async #movedTo(commit: CommitText, { path, before }: EntryDifference): Promise<string | undefined> {
    const entity = heldEntity(commit);
    const [parent] = commit.parents;
    if (entity === undefined || parent === undefined || before === null) return undefined;
    if ((await this.#theirs(path)) !== null) return undefined;
    const { history } = this.repository;
    const from = await history.mergeBase(parent, this.incoming);
    const differences = from === null ? [] : await history.differences(from, this.incoming);
    const added = differences.filter(({ before: was, path: to }) => was === null && isEntityFile(to));
    const blobs = await this.repository.readBlobs([
      ...new Set(added.flatMap(({ after }) => after?.id ?? [])),
    ]);
    return added.find(({ path: to, after }) => {
      const content = blobs.get(after?.id ?? '');
      const there = content && entityIn(to, content, this.limits);
      return there && `${there.type}/${there.name}` === entity;
    })?.path;
  }

  async #theirs(path: string): Promise<string | null> {
    const held = this.#held.get(path);
    return held === undefined ? this.repository.history.blobAt(this.incoming, path) : held;
  }

  async #mergeFile({ path, before, after }: EntryDifference, theirs: string | null): Promise<MergedFile> {
    const sides = [before?.id ?? null, after?.id ?? null, theirs];
    const ids = sides.filter((id) => id !== null && !this.#merged.has(id)) as string[];
    const blobs = await this.repository.readBlobs([...new Set(ids)]);
    const [base = null, ours = null, their = null] = sides.map((id) =>
      id === null ? null : (this.#merged.get(id) ?? blobs.get(id) ?? null),
    );
    return mergeFile(path, { base, ours, theirs: their }, this.limits);
  }
}

function isPlain(leaf: TreeLeaf | null): boolean {
  return leaf === null || leaf.mode.startsWith('100');
}

function fileMode({ mode }: TreeLeaf): FileMode {
  return mode === '100755' ? mode : '100644';
}

function requestOf(
  { author, message, trailers, parents }: CommitText,
  changes: readonly FileChange[],
): Omit<CommitRequest, 'branch'> {
  const merged = parents.slice(1);
  return { changes, author, message, trailers, ...(merged.length > 0 ? { mergedParents: merged } : {}) };
}
