import { type EntityChange, type Finding, problemDetail, type Snapshot } from '../catalog/index.js';
import type { UnverifiedCommit } from '../git/index.js';
import { type Hint, Problem } from '../problems/index.js';
import type { HeldRevision } from './contract.js';

export interface ApplyRules {
  /** `Git.ApplyPolicy`. */
  policy: 'entity' | 'commit';
  /** `Git.PruneLimit`: percent. */
  pruneLimit: number;
}

export interface Proposal {
  next: Snapshot;
  /** Number of entities in the branch now. */
  entities: number;
  /** Changes to the snapshot in service; undefined when only the number of its entities is known. */
  changes: readonly EntityChange[] | undefined;
  /** The revision whose deletions are confirmed. */
  confirmed: string | undefined;
}

export interface Verdict extends HeldRevision {
  problem: Problem;
}

/** Returns the commit that keeps a tip of a branch from being applied; undefined when there is none. */
export type Verify = (branch: string, tip: string) => Promise<UnverifiedCommit | undefined>;

/** Fewer deletions than this are always allowed. */
const FEW = 10;
/** The most errors in a problem; the sync status has all of them. */
const maxShown = 20;

/**
 * Decides whether a revision is held as a whole, and why; undefined when it may be applied. An entity that moves to another
 * file is not deleted: its identity is kind and name.
 */
export function judge(proposal: Proposal, { policy, pruneLimit }: ApplyRules): Verdict | undefined {
  const { next, entities, changes, confirmed } = proposal;
  const { revision, branch, counts } = next;
  const gone = changes
    ? changes.filter(({ change }) => change === 'deleted').length
    : Math.max(0, entities - counts.entities);
  const pruned = { revision, gone, entities };
  if (policy === 'commit' && counts.invalid > tolerated(next)) {
    const errors = next.findings.filter(({ severity }) => severity === 'error');
    const shown = { errors: errors.slice(0, maxShown).map(problemDetail) };
    return heldFor('invalid', pruned, new Problem('commit_held', invalidText(next, errors[0]), shown));
  }
  const isEmpty = counts.files === 0 && entities > 0;
  const isMuch = gone >= FEW && gone * 100 > entities * pruneLimit;
  if ((!isEmpty && !isMuch) || confirmed === revision) return undefined;
  const what = isEmpty ? 'has no entity files any more' : 'takes away unusually many entities';
  const message = `${short(revision)} ${what}: ${gone} of ${entities} would go out of service.`;
  return heldFor(
    'prune',
    pruned,
    new Problem('prune_held', message, { hints: pruneHints(branch, revision) }),
  );
}

/** Holds a revision for a signature that is missing. */
export function holdUnverified(
  { branch, revision, entities }: { branch: string; revision: string; entities: number },
  unverified: UnverifiedCommit,
): Verdict {
  const problem = getUnverifiedProblem(branch, unverified);
  return { revision, reason: 'unverified', message: problem.message, gone: 0, entities, problem };
}

/** The problem of a branch whose commit lacks a signature. The author is what the commit claims. */
export function getUnverifiedProblem(
  branch: string,
  { commit, author, subject, reason }: UnverifiedCommit,
): Problem {
  const title = subject === '' ? '' : `, "${subject}"`;
  const message = `Commit ${commit.slice(0, 12)} on \`${branch}\` does not count: ${reason}. It names ${author} as its author${title}.`;
  return new Problem('commit_unverified', message);
}

/** The number of entities whose newest version is in service although a rule that came with an upgrade refuses it. */
function tolerated(next: Snapshot): number {
  return next.unready(next.counts.invalid).filter(({ kind, name }) => {
    return next.get(kind, name) !== undefined && next.lastGood(kind, name) === undefined;
  }).length;
}

function heldFor(
  reason: HeldRevision['reason'],
  heldRevision: Pick<HeldRevision, 'revision' | 'gone' | 'entities'>,
  problem: Problem,
): Verdict {
  return { ...heldRevision, reason, message: problem.message, problem };
}

function pruneHints(branch: string, revision: string): Hint[] {
  return [
    {
      text: 'If that is meant, confirm it with {call}.',
      operation: 'sync-branch',
      arguments: { branch, confirmPrune: true, revision },
    },
    'If not, bring the entities back in a further commit: it is applied by itself.',
  ];
}

function invalidText({ revision, counts }: Snapshot, first: Finding | undefined): string {
  const where = first ? ` ${first.file}:${first.line}:${first.column}: ${first.message}` : '';
  const what = counts.invalid === 1 ? 'an invalid entity' : `${counts.invalid} invalid entities`;
  return `${short(revision)} has ${what} and \`Git.ApplyPolicy\` is \`commit\`.${where}`;
}

/** A commit id, shortened as Git does. */
function short(revision: string): string {
  return `Revision ${revision.slice(0, 12)}`;
}
