import type { CallToolResult } from '@modelcontextprotocol/server';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import type { Outcome } from '../../operations/shared/tool.js';
import { cutToFit, type OmittedPart } from './cut-to-fit.js';
import { toSummary } from './summary.js';

/** Characters of a serialised result, at most. */
export const maxAnswered = 40_000;
/** Characters that the protocol adds around a result, and the marks of what was cut. */
const reserve = 1_500;
/** Marks of cut values in one answer. */
const maxCuts = 10;

/**
 * Returns an answer as the result of a tool: structured content with a summary as text, or with all of it as text too for
 * clients that may read no structured content. Both together fit `maxAnswered`; `cut` names what is missing and how to read it.
 */
export function getResult(outcome: Outcome, readsStructured: boolean): CallToolResult {
  let budget = maxAnswered - reserve;
  for (;;) {
    const { result, size } = attempt(outcome, readsStructured, budget);
    if (size <= maxAnswered - reserve / 2 || budget < reserve) return result;
    budget = Math.floor(Math.min(budget * 0.8, (budget * budget) / size));
  }
}

function attempt(
  outcome: Outcome,
  readsStructured: boolean,
  budget: number,
): { result: CallToolResult; size: number } {
  const text = toJsonText(outcome.value);
  const whole = text.length <= budget;
  const value = whole ? outcome.value : cutTo(outcome, budget);
  const notes = [outcome.note, whole ? undefined : noteOn(value)].filter((note) => note !== undefined);
  const json = whole ? text : toJsonText(value);
  const first = readsStructured ? (outcome.summary ?? toSummary(value)) : json;
  const content = [first, ...notes].map((each) => ({ type: 'text' as const, text: each }));
  const size = toJsonText(content).length + json.length;
  return { result: { content, structuredContent: value }, size };
}

function cutTo({ value, source }: Outcome, budget: number): JsonObject {
  const fitted = cutToFit(value, budget);
  const cut = fitted.cuts.slice(0, maxCuts).map((each) => ({ ...each, ...getRest(each, source) }));
  return { ...(fitted.value as JsonObject), cut };
}

/** The call that reads on where a value was cut. */
function getRest({ pointer, shown }: OmittedPart, source: Outcome['source']): JsonObject {
  if (!source) return {};
  const { at, ...address } = source;
  return {
    rest: { name: 'read-entity', arguments: { ...address, pointer: `${at}${pointer}`, offset: shown } },
  };
}

function noteOn({ cut }: JsonObject): string {
  const [first] = cut as JsonObject[];
  const rest = first?.['rest'] as JsonObject | undefined;
  const how = rest
    ? `Read on with read-entity ${toJsonText(rest['arguments'])}.`
    : 'The rest is not kept: narrow the call so that it answers less.';
  return `The answer is cut at ${maxAnswered} characters; \`cut\` names the values that are shown in part. ${how}`;
}
