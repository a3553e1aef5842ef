import type { AnsweredEntity } from '../../api/operations/shared/missing-needs.js';
import type { ProposalDetails } from '../../controller/proposals/contract.js';
import { needLines } from './need-lines.js';

/** A proposal as the service answers it. */
export type ShownProposal = Omit<ProposalDetails, 'notRunnable'> & { notRunnable: readonly AnsweredEntity[] };

/** Returns a proposal with its effects for a person who reviews it; the diff comes last. */
export function proposalText(proposal: ShownProposal): string {
  const { findings, notRunnable = [], entities, files, conflicts } = proposal;
  return [
    `${proposal.id}  ${proposal.state}  ${proposal.title.replace(/\s+/g, ' ')}`,
    ...(proposal.body === '' ? [] : [proposal.body]),
    `by ${proposal.author}, ${proposal.createdAt}, ${proposal.branch} into ${proposal.base}`,
    `merge: ${proposal.mergeability}${proposal.valid ? '' : `; ${proposal.base} would not be valid`}`,
    `review: ${proposal.pullRequestUrl ?? proposal.compareUrl}`,
    ...(proposal.closedBy === null
      ? []
      : [`${proposal.state} by ${proposal.closedBy}, ${proposal.closedAt}`]),
    ...reviewLines(proposal),
    ...entities.map(({ change, type, name }) => `  ${change} ${type} ${name}`),
    ...files.map((file) => `  changed file ${file}`),
    ...conflicts.map(({ path }) => `  conflict in ${path}`),
    ...findings.map(
      ({ file, line, column, severity, message }) => `  ${severity}: ${file}:${line}:${column}  ${message}`,
    ),
    ...needLines(notRunnable),
    ...(proposal.diff === '' ? [] : ['', proposal.diff.trimEnd()]),
  ].join('\n');
}

/** Returns the reviews of a proposal, and what its base still requires. */
export function reviewLines({ review, state }: ProposalDetails): string[] {
  const { required, approvals, missing, notes, reviews } = review;
  if (state !== 'open') return [];
  const lines = reviews.map(({ reviewer, verdict, comment, reason }) => {
    const words = verdict === 'approved' ? 'approved' : 'changes requested';
    const why = reason === null ? '' : `, does not count: ${reason}`;
    return `  ${words} by ${reviewer}${comment === '' ? '' : `: ${comment.replace(/\s+/g, ' ')}`}${why}`;
  });
  if (required === 0 && missing.length === 0) return lines;
  return [
    `approvals: ${approvals} of ${required}`,
    ...lines,
    ...[...missing, ...notes].map((line) => `  ${line}`),
  ];
}
