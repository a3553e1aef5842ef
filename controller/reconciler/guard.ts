import type { EntityChange, Finding, Snapshot } from '../catalog/contract.js';
import { problemDetail } from '../catalog/problem-detail.js';
import { Problem } from '../problems/index.js';
import type { HeldRevision } from './contract.js';

export interface ApplyRules {
  /** `Git.ApplyPolicy`. */
  policy: 'entity' | 'commit';
  /** `Git.PruneLimit`: percent. */
  pruneLimit: number;
}

export interface Proposal {
  next: Snapshot;
  /** How many entities are known to be in the branch now. */
  entities: number;
  /** From what is in service; undefined when only the number of entities is known. */
  changes: readonly EntityChange[] | undefined;
  /** The revision whose deletions are confirmed. */
  confirmed: string | undefined;
}

export interface Verdict extends HeldRevision {
  problem: Problem;
}

/** Fewer entities than this may always go at once. */
const FEW = 10;

/**
 * Whether a revision is held back as a whole, and why. Undefined lets it into service. Entities that move or are renamed
 * in place are not gone: identity is kind and name.
 */
export function judge(proposal: Proposal, { policy, pruneLimit }: ApplyRules): Verdict | undefined {
  const { next, entities, changes, confirmed } = proposal;
  const { revision, branch, counts } = next;
  const gone = changes
    ? changes.filter(({ change }) => change === 'deleted').length
    : Math.max(0, entities - counts.entities);
  const known = { revision, gone, entities };
  if (policy === 'commit' && counts.invalid > 0) {
    return heldFor('invalid', known, new Problem('commit_held', invalidText(next), invalidDetails(next)));
  }
  const isEmpty = counts.files === 0 && entities > 0;
  const isMuch = gone >= FEW && gone * 100 > entities * pruneLimit;
  if ((!isEmpty && !isMuch) || confirmed === revision) return undefined;
  const what = isEmpty ? 'has no entity files any more' : 'takes away unusually many entities';
  const message = `${short(revision)} ${what}: ${gone} of ${entities} would go out of service.`;
  return heldFor('prune', known, new Problem('prune_held', message, { hints: pruneHints(branch) }));
}

function heldFor(
  reason: HeldRevision['reason'],
  known: Pick<HeldRevision, 'revision' | 'gone' | 'entities'>,
  problem: Problem,
): Verdict {
  return { ...known, reason, message: problem.message, problem };
}

function pruneHints(branch: string): string[] {
  const path = `/api/v1/${encodeURIComponent(branch)}/cicd/sync?confirmPrune=true`;
  return [
    `If that is meant, confirm it with \`POST ${path}\`.`,
    'If not, bring the entities back in a further commit: it is applied by itself.',
  ];
}

function invalidText(next: Snapshot): string {
  const { revision, counts } = next;
  const [first] = next.findings.filter(isError);
  const where = first ? ` ${first.file}:${first.line}:${first.column}: ${first.message}` : '';
  const what = counts.invalid === 1 ? 'an invalid entity' : `${counts.invalid} invalid entities`;
  return `${short(revision)} has ${what} and \`Git.ApplyPolicy\` is \`commit\`.${where}`;
}

/** As many as a reader can use; the sync status has them all. */
const SHOWN = 20;

function invalidDetails(next: Snapshot): ConstructorParameters<typeof Problem>[2] {
  const errors = next.findings.filter(isError).slice(0, SHOWN);
  return {
    errors: errors.map(problemDetail),
  };
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

/** A commit as Git shows it. */
function short(revision: string): string {
  return `Revision ${revision.slice(0, 12)}`;
}
