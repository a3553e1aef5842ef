import { sentence } from '../../../controller/problems/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { readProposal } from '../proposals/operations.js';
import { type AnsweredEntity, getNeedLines } from '../shared/missing-needs.js';
import type { Outcome, ToolScope } from '../shared/tool.js';

/** Characters of a diff in an answer. */
const maxDiffLength = 6_000;

/**
 * Returns the answer to a write, which begins with its result: `committed`, `unchanged`, `proposed`, or `tried` for a dry run.
 * A refused write is a problem. A proposal comes with its diff, its findings and the calls that follow it.
 */
export async function written(scope: ToolScope, answer: unknown): Promise<Outcome> {
  const value = answer as JsonObject;
  const result = getResult(value);
  const { proposal } = value;
  const review = isObject(proposal) ? await getReview(scope, String(proposal['id'])) : {};
  const notes = [noteOnWrite(value), noteOnNeeds(value)].filter((each) => each !== undefined);
  const note = notes.length === 0 ? undefined : notes.join('\n');
  return {
    value: { result, ...value, ...review },
    summary: toSummary(result, value),
    ...(note === undefined ? {} : { note }),
  };
}

function getResult({ dryRun, proposal, change }: JsonObject): string {
  if (dryRun === true) return 'tried';
  if (isObject(proposal)) return 'proposed';
  return change === 'unchanged' ? 'unchanged' : 'committed';
}

async function getReview(scope: ToolScope, id: string): Promise<JsonObject> {
  const follow = [
    `read-entity {"type": "proposal", "name": "${id}"}: its state, its diff, and whether it can be merged`,
    `control {"type": "proposal", "name": "${id}", "action": "merge"}: merges it, with the right to; "close" withdraws it`,
  ];
  // The caller may propose what it cannot review.
  const details = (await scope.perform(readProposal, { id }).catch(() => ({}))) as JsonObject;
  const { diff, findings, notRunnable, valid } = details;
  return {
    review: {
      ...(typeof diff === 'string' ? { diff: diff.slice(0, maxDiffLength) } : {}),
      ...(findings === undefined ? {} : { findings }),
      ...(notRunnable === undefined ? {} : { notRunnable }),
      ...(valid === undefined ? {} : { valid }),
      follow,
    },
  };
}

function toSummary(
  result: string,
  { type, name, branch, change, commit, proposal, valid, inEffect }: JsonObject,
): string {
  const what = `${String(type)} ${String(name)}`;
  if (result === 'tried')
    return `Tried, nothing was changed: ${what} would be ${valid === false ? 'refused' : String(change ?? 'accepted')}.`;
  if (result === 'unchanged')
    return `Unchanged: ${what} of branch ${String(branch)} had this content already.`;
  if (result === 'proposed' && isObject(proposal))
    return `Proposed, not in effect yet: ${what}, as proposal ${String(proposal['id'])} on branch ${String(proposal['branch'])}.`;
  const at = typeof commit === 'string' ? ` as ${commit.slice(0, 12)}` : '';
  const effect = inEffect === false ? ', not in effect' : '';
  return `Committed${at}${effect}: ${what} of branch ${String(branch)} was ${String(change ?? 'written')}.`;
}

/** Describes the faults of a dry run, and where a proposal can be reviewed. */
function noteOnWrite({
  proposal,
  valid,
  findings,
  summary,
  inEffect,
  notice,
  next,
}: JsonObject): string | undefined {
  if (inEffect === false && typeof notice === 'string')
    return [notice, ...(isObject(next) ? [String(next['text'])] : [])].join('\n');
  if (valid === false && Array.isArray(findings)) {
    return [...(typeof summary === 'string' ? [summary] : []), ...getFaults(findings as JsonObject[])].join(
      '\n',
    );
  }
  if (typeof summary === 'string') return summary;
  if (!isObject(proposal)) return undefined;
  const { branch, compareUrl, pullRequestUrl } = proposal;
  const where = pullRequestUrl ?? compareUrl;
  const look = typeof where === 'string' ? ` Review it at ${where}.` : '';
  return `The change was proposed on branch \`${branch}\`.${look} It takes effect when it is merged; \`review\` has its diff, its findings and the calls to follow it.`;
}

/** Says what the written entities lack: they are valid all the same. */
function noteOnNeeds({ notRunnable, valid }: JsonObject): string | undefined {
  const entities = (notRunnable ?? []) as unknown as readonly AnsweredEntity[];
  if (valid === false || entities.length === 0) return undefined;
  return ['Valid, but it could not run now:', ...getNeedLines(entities).map((line) => `- ${line}`)].join(
    '\n',
  );
}

function getFaults(findings: readonly JsonObject[]): string[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const lines = errors.map(({ file, line, pointer, message, hint }) =>
    [`- ${file}:${line} ${pointer}: ${sentence(String(message))}`, hint].filter(Boolean).join(' '),
  );
  return lines.length === 0 ? [] : ['The change would be refused. Fix these faults first:', ...lines];
}
