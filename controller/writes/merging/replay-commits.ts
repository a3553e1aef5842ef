import { isEntityFile } from '../../catalog/index.js';
import {
  blobId,
  type CommitRequest,
  type CommitText,
  type EntryDifference,
  type FileChange,
  type FileMode,
  type Repository,
  type TreeLeaf,
} from '../../git/index.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { heldEntity } from '../commits/commit-queue.js';
import { entityIn } from '../edits/file-edit.js';
import { type FileConflict, type MergedFile, mergeFile } from './merge-file.js';

/** The most commits that are replayed; more than callers write while a remote is unreachable. */
export const maxCommits = 100_000;

export interface Replay {
  tip: string;
  results: ReplayResults;
}

/** By replayed commit, the oldest first: its new commit (null if the new base has its changes already), or its conflict. */
export type ReplayResults = ReadonlyMap<string, { commit: string | null } | { conflict: FileConflict }>;

/** A branch that has commits here and others at the remote. */
export interface DivergedTips {
  /** The tip of both when they were last in line. */
  base: string | undefined;
  ours: string;
  incoming: string;
}

/** A replay whose result could not become the branch's tip because the branch had moved on. */
export interface UnfinishedReplay {
  ours: string;
  incoming: string;
  replay: Replay;
}

/**
 * Replays our commits on the remote's, by what they changed field by field rather than by their bytes. Commits that
 * conflict are left out and reported with all sides. With `unfinished`, only the commits since then are replayed on top of
 * it, so that a branch with steady writes is caught up with.
 * @returns undefined if it is not known which commits are ours
 * @throws Problem git_failed
 */
export async function replayDivergence(
  repository: Repository,
  { base, ours, incoming }: DivergedTips,
  limits: YamlLimits,
  unfinished?: UnfinishedReplay,
): Promise<Replay | undefined> {
  if (unfinished && unfinished.incoming === incoming) {
    const commits = await commitsSince(repository, unfinished.ours, ours);
    const more = commits && (await replayOnto(repository, unfinished.replay.tip, commits, limits));
    if (more) return { tip: more.tip, results: new Map([...unfinished.replay.results, ...more.results]) };
  }
  if (await repository.history.isAncestor(ours, incoming)) return { tip: incoming, results: new Map() };
  const from = await replayedFrom(repository, { base, ours, incoming });
  const commits = from && (await commitsSince(repository, from, ours));
  if (!commits) return undefined;
  return replayOnto(repository, incoming, commits, limits);
}

/**
 * Returns the last commit of ours that is not replayed. If the remote's branch continues from the common base, it may
 * have some of our commits already. If the remote's history was rewritten, only the commits after the base are ours.
 */
async function replayedFrom(
  { history }: Repository,
  { base, ours, incoming }: DivergedTips,
): Promise<string | null> {
  const isKnown = base !== undefined && (await history.isAncestor(base, ours));
  if (isKnown && !(await history.isAncestor(base, incoming))) return base;
  return history.mergeBase(ours, incoming);
}

/** Returns the commits along the first parents, the oldest first. */
export async function commitsSince(
  repository: Repository,
  from: string,
  tip: string,
): Promise<CommitText[] | undefined> {
  const ids = await repository.history.line(from, tip, maxCommits);
  return ids && repository.readCommits(ids);
}

/** Replays commits on another one. @throws Problem git_failed */
export function replayOnto(
  repository: Repository,
  onto: string,
  commits: readonly CommitText[],
  limits: YamlLimits,
): Promise<Replay> {
  return new Replayer(repository, onto, limits).run(commits);
}

class Replayer {
  /** The blobs of the paths that the replayed commits changed so far. */
  readonly #replayed = new Map<string, string | null>();
  /** Merged files that are not in the repository yet, by blob id. */
  readonly #merged = new Map<string, Uint8Array>();
  readonly #results = new Map<string, { commit: string | null } | { conflict: FileConflict }>();

  constructor(
    private readonly repository: Repository,
    private readonly onto: string,
    private readonly limits: YamlLimits,
  ) {}

  async run(commits: readonly CommitText[]): Promise<Replay> {
    const again: { commit: CommitText; request: Omit<CommitRequest, 'branch'> }[] = [];
    for (const commit of commits) {
      const merged = await this.#merge(commit);
      if ('conflict' in merged) this.#results.set(commit.id, merged);
      else again.push({ commit, request: getRequest(commit, merged.changes) });
    }
    const outcomes = await this.repository.writer.buildOn(
      this.onto,
      again.map(({ request }) => request),
    );
    let tip = this.onto;
    for (const [index, { commit, request }] of again.entries()) {
      const outcome = outcomes[index];
      if (outcome?.ok) tip = outcome.commit;
      if (outcome?.ok || outcome?.refusal.kind === 'unchanged') {
        this.#results.set(commit.id, { commit: outcome.ok ? outcome.commit : null });
      } else {
        const path = request.changes[0]?.path ?? '';
        this.#results.set(commit.id, { conflict: { path, conflicts: [] } });
      }
    }
    return { tip, results: this.#results };
  }

  /** Merges all files of a commit, or none. In a conflict, a held commit wins. */
  async #merge(commit: CommitText): Promise<{ changes: FileChange[] } | { conflict: FileConflict }> {
    const { id, parents } = commit;
    const changes: FileChange[] = [];
    const replayed = new Map<string, string | null>();
    for (const difference of await this.repository.history.differences(parents[0] ?? id, id)) {
      const path = (await this.#movedTo(commit, difference)) ?? difference.path;
      const merged = await this.#mergeEntry({ ...difference, path }, heldEntity(commit) !== undefined);
      if ('conflicts' in merged) return { conflict: { path, conflicts: merged.conflicts } };
      replayed.set(path, merged.blob);
      if (merged.change) changes.push(merged.change);
    }
    for (const [path, blob] of replayed) this.#replayed.set(path, blob);
    return { changes };
  }

  async #mergeEntry(
    difference: EntryDifference,
    isHeld: boolean,
  ): Promise<MergedEntry | { conflicts: FileConflict['conflicts'] }> {
    const { path, before, after } = difference;
    // The bytes of links and submodules cannot be merged.
    if (!isPlain(before) || !isPlain(after)) return { conflicts: [] };
    const mode = after && after.mode !== before?.mode ? { mode: fileMode(after) } : {};
    const theirs = await this.#theirs(path);
    const ours = after?.id ?? null;
    const ourChange: FileChange =
      after === null ? { path, content: null } : { path, blobId: after.id, ...mode };
    // Nearly every file is the same on both sides and need not be read. A deleted file need not be deleted again.
    if (theirs === (before?.id ?? null) || theirs === ours) {
      return { blob: ours, change: after === null && theirs === null ? undefined : ourChange };
    }
    const { merged: content, conflicts } = await this.#mergeFile(difference, theirs);
    if (conflicts) return isHeld ? { blob: ours, change: ourChange } : { conflicts };
    const blob = content && blobId(Buffer.from(content));
    if (content && blob) this.#merged.set(blob, content);
    if (content === null && theirs === null) return { blob, change: undefined };
    return { blob, change: { path, content, ...(content ? mode : {}) } };
  }

  /** Returns the path of a held entity's file, if the other side moved the file. */
  async #movedTo(commit: CommitText, { path, before }: EntryDifference): Promise<string | undefined> {
    const entity = heldEntity(commit);
    const [parent] = commit.parents;
    if (entity === undefined || parent === undefined || before === null) return undefined;
    if ((await this.#theirs(path)) !== null) return undefined;
    const { history } = this.repository;
    const from = await history.mergeBase(parent, this.onto);
    const differences = from === null ? [] : await history.differences(from, this.onto);
    const { prefix } = this.repository;
    const added = differences.filter(({ before: was, path: to }) => {
      return was === null && to.startsWith(prefix) && isEntityFile(to);
    });
    const ids = new Set(added.flatMap(({ after }) => after?.id ?? []));
    const blobs = await this.repository.readBlobs([...ids]);
    return added.find(({ path: to, after }) => {
      const content = blobs.get(after?.id ?? '');
      const entityText = content && entityIn(to, content, this.limits);
      return entityText && `${entityText.type}/${entityText.name}` === entity;
    })?.path;
  }

  async #theirs(path: string): Promise<string | null> {
    const replayed = this.#replayed.get(path);
    return replayed === undefined ? this.repository.history.blobAt(this.onto, path) : replayed;
  }

  async #mergeFile({ path, before, after }: EntryDifference, theirs: string | null): Promise<MergedFile> {
    const sides = [before?.id ?? null, after?.id ?? null, theirs];
    const ids = sides.filter((id) => id !== null && !this.#merged.has(id)) as string[];
    const blobs = await this.repository.readBlobs([...new Set(ids)]);
    const [base = null, ours = null, their = null] = sides.map((id) =>
      id === null ? null : (this.#merged.get(id) ?? blobs.get(id) ?? null),
    );
    const { limits, repository } = this;
    return mergeFile(path, { base, ours, theirs: their }, { limits, prefix: repository.prefix });
  }
}

/** A merged path: the blob it holds afterwards, and the change that gets it there. */
interface MergedEntry {
  blob: string | null;
  change: FileChange | undefined;
}

function isPlain(leaf: TreeLeaf | null): boolean {
  return leaf === null || leaf.mode.startsWith('100');
}

function fileMode({ mode }: TreeLeaf): FileMode {
  return mode === '100755' ? mode : '100644';
}

function getRequest(
  { author, message, trailers, change, parents }: CommitText,
  changes: readonly FileChange[],
): Omit<CommitRequest, 'branch'> {
  const merged = parents.slice(1);
  return {
    changes,
    author,
    message,
    trailers,
    change: change ?? null,
    ...(merged.length > 0 ? { mergedParents: merged } : {}),
  };
}
