import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import type { CommitInfo } from '../../git/history/contract.js';
import { getAuthor } from '../../writes/commits/commit-queue.js';
import { type CodeOwners, isOwner } from './code-owners.js';
import type { JudgedReview, Review, ReviewRequirement, ReviewState } from './contract.js';

/** A proposal as it is now, and what is known of its reviewers. */
interface Reviewed {
  /** The principal who opened it. */
  author: string;
  /** The tip of its branch. */
  tip: string;
  /** The commits that a merge would bring. */
  commits: readonly Pick<CommitInfo, 'author' | 'message'>[];
  /** The files that a merge would change, from the root of the repository. */
  paths: readonly string[];
  reviews: readonly Review[];
  /** Undefined where the base has no such file, or it does not count. */
  owners: CodeOwners | undefined;
  /** False for a principal who may not sign in any more. */
  isActive(principal: string): boolean;
  /** Returns the teams of a principal. */
  getTeams(principal: string): readonly string[];
  /** The domain of the addresses that stand for principals in commits of svc. */
  mailDomain: string;
}

/** The most commits whose authors are looked at. */
export const maxCommits = 1_000;
/** Files without an approval of an owner that are named. */
const maxNamed = 5;

/**
 * Judges the reviews of a proposal: one counts for the tip that it is about, and from a person who may still sign in and made no
 * part of the change.
 */
export async function judgeReviews(
  reviewed: Reviewed,
  { required, codeOwners }: ReviewRequirement,
): Promise<ReviewState> {
  const authors = getAuthors(reviewed.commits);
  const reviews = reviewed.reviews.map((review): JudgedReview => {
    const reason = findReason(review, reviewed, authors);
    return { ...review, counts: reason === null, reason };
  });
  const counting = reviews.filter(({ counts }) => counts);
  const approving = counting.filter(({ verdict }) => verdict === 'approved');
  const refusing = counting.filter(({ verdict }) => verdict === 'changes-requested');
  const isRequired = required > 0 || codeOwners;
  const missing = [
    ...(isRequired ? refusing.map(({ reviewer }) => `${reviewer} requests changes.`) : []),
    ...(approving.length < required
      ? [
          `${required} ${required === 1 ? 'approval is' : 'approvals are'} required, and it has ${approving.length}.`,
        ]
      : []),
    ...(codeOwners ? await findUnowned(reviewed, approving) : []),
    ...(isRequired && reviewed.commits.length >= maxCommits
      ? [`It has ${maxCommits} commits or more, whose authors are not all looked at. Propose less at once.`]
      : []),
  ];
  const notes = codeOwners ? (reviewed.owners?.notes ?? []) : [];
  return { required, approvals: approving.length, met: missing.length === 0, missing, notes, reviews };
}

function findReason(
  { reviewer, revision }: Review,
  { author, tip, isActive, mailDomain }: Reviewed,
  authors: ReadonlySet<string>,
): string | null {
  if (revision !== tip) return 'The proposal has new commits since.';
  if (!isActive(reviewer)) return 'The account or key of the reviewer has ended.';
  if (reviewer === author) return 'It is by the author of the proposal.';
  if (getNames(reviewer, mailDomain).some((name) => authors.has(name)))
    return 'It is by an author of a commit of the proposal.';
  return null;
}

/** The names and addresses of all authors of the commits, also of those that messages name. */
function getAuthors(commits: Reviewed['commits']): ReadonlySet<string> {
  const named = commits.flatMap(({ author, message }) => [
    author,
    ...[...message.matchAll(/^co-authored-by:([^<\n]*)<([^>\n]*)>/gim)].map(([, name = '', email = '']) => ({
      name: name.trim(),
      email,
    })),
  ]);
  return new Set(named.flatMap(({ name, email }) => [name.toLowerCase(), email.toLowerCase()]));
}

/** The ways in which a commit names a principal. */
function getNames(principal: string, mailDomain: string): string[] {
  const { name, email } = getAuthor(principal, mailDomain);
  const own = principal.slice(principal.indexOf(':') + 1);
  return [name, email, own, principal].map((each) => each.toLowerCase());
}

/** Returns a sentence for each set of owners that has not approved its files. */
async function findUnowned(
  { owners, paths, getTeams }: Reviewed,
  approving: readonly Review[],
): Promise<string[]> {
  if (owners === undefined) return [];
  if (owners.fault !== undefined) return [owners.fault];
  if (paths.length > owners.maxFiles)
    return [
      `It changes ${paths.length} files, and the owners of at most ${owners.maxFiles} are looked for. Propose less at once.`,
    ];
  const approvers = approving.map(({ reviewer }) => ({ reviewer, teams: getTeams(reviewer) }));
  const files = new Map<string, string[]>();
  for (const path of paths) {
    if (isTurnOver()) await nextTurn(true);
    const named = owners.findOwners(path);
    const isApproved = approvers.some(({ reviewer, teams }) =>
      named.some((owner) => isOwner(owner, reviewer, teams)),
    );
    if (named.length === 0 || isApproved) continue;
    const key = named.join(' or ');
    const unapproved = files.get(key) ?? [];
    unapproved.push(path);
    files.set(key, unapproved);
  }
  return [...files].map(([key, all]) => {
    const more = all.length > maxNamed ? ` and ${all.length - maxNamed} more` : '';
    return `An approval of ${key} is required, who own ${all.slice(0, maxNamed).join(', ')}${more}.`;
  });
}
