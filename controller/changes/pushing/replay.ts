import type { YamlLimits } from '../../catalog/yaml-document.js';
import type {
  CommitRequest,
  CommitText,
  Divergence,
  FileChange,
  Repository,
} from '../../repository/index.js';
import type { MergeConflict } from '../merge/index.js';
import { mergeFile } from './merge-file.js';

/** Commits of ours that are put on what came; beyond, nobody replays them without looking. */
const mostCommits = 1_000;

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

/**
 * Our commits again on what came: what they meant, field by field, not their bytes. A commit that cannot be is left out,
 * with all sides. Undefined when it cannot be told which commits are ours.
 * @throws Problem git_failed
 */
export async function replay(
  repository: Repository,
  { base, ours, incoming }: Omit<Divergence, 'branch'>,
  limits: YamlLimits,
): Promise<Replay | undefined> {
  if (await repository.history.isAncestor(ours, incoming)) return { tip: incoming, fates: new Map() };
  const from = await replayedFrom(repository, { base, ours, incoming });
  const commits = from && (await commitsSince(repository, from, ours));
  if (!commits) return undefined;
  return new Replayer(repository, incoming, limits).run(commits);
}

/**
 * The last commit of ours that is not to be replayed. Where the remote goes on from what both had, it may have some of
 * ours already; where its history was written anew, only what came after that is ours.
 */
async function replayedFrom(
  { history }: Repository,
  { base, ours, incoming }: Omit<Divergence, 'branch'>,
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
  const commits: CommitText[] = [];
  for (let at = tip; at !== from; ) {
    if (commits.length === mostCommits) return undefined;
    const commit = await repository.readCommit(at);
    const [parent] = commit.parents;
    if (parent === undefined) return undefined;
    commits.unshift(commit);
    at = parent;
  }
  return commits;
}

class Replayer {
  /** What paths hold on top of `incoming` by now. */
  readonly #held = new Map<string, Uint8Array | null>();
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

  /** All files of a commit, or none. */
  async #merge({
    id,
    parents,
  }: CommitText): Promise<{ changes: FileChange[] } | { conflict: ReplayConflict }> {
    const parent = parents[0] ?? '';
    const changes: FileChange[] = [];
    for (const { path } of await this.repository.diffTrees(parent, id)) {
      const base = await this.#at(parent, path);
      const ours = await this.#at(id, path);
      const theirs = this.#held.has(path)
        ? (this.#held.get(path) ?? null)
        : await this.#at(this.incoming, path);
      const { content, conflicts } = mergeFile(path, { base, ours, theirs }, this.limits);
      if (conflicts) return { conflict: { path, conflicts } };
      // What is gone already need not be taken away.
      if (content !== null || theirs !== null) changes.push({ path, content });
    }
    for (const change of changes) if ('content' in change) this.#held.set(change.path, change.content);
    return { changes };
  }

  async #at(commit: string, path: string): Promise<Uint8Array | null> {
    return (await this.repository.history.at(commit, path))?.content ?? null;
  }
}

function requestOf(
  { author, message, trailers, parents }: CommitText,
  changes: readonly FileChange[],
): Omit<CommitRequest, 'branch'> {
  const merged = parents.slice(1);
  return { changes, author, message, trailers, ...(merged.length > 0 ? { mergedParents: merged } : {}) };
}
