import type { JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { readProposal } from '../proposals/operations.js';
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
  const review: JsonObject = isObject(proposal) ? await getReview(scope, String(proposal['id'])) : {};
  const note = noteOn(value);
  const { definition, ...more } = value;
  // The diff of a proposal has the definition already.
  const shown = objectOr(review['review'])['diff'] === undefined && definition !== undefined ? value : more;
  return { value: { result, ...shown, ...review }, ...(note === undefined ? {} : { note }) };
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

/** Says what follows from an answer, where its members do not. */
function noteOn({ proposal, valid, findings, notRunnable, type, name }: JsonObject): string | undefined {
  if (valid === false && Array.isArray(findings))
    return 'The change would be refused: correct what `findings` has with the severity `error` first.';
  if (isObject(proposal))
    return `${String(type)} ${String(name)} is proposed, and not in effect until the proposal is merged. \`review\` has the calls that follow it.`;
  const isLacking = Array.isArray(notRunnable) && notRunnable.length > 0;
  return isLacking ? 'Valid, but it could not run now: `notRunnable` has what is missing.' : undefined;
}
