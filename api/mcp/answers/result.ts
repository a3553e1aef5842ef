import type { CallToolResult } from '@modelcontextprotocol/server';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import type { Outcome } from '../../operations/shared/tool.js';
import { toCompact } from './compact.js';
import { cutToFit, type OmittedPart } from './cut-to-fit.js';
import { toReadableText } from './readable-text.js';
import { markUntrusted } from './untrusted.js';

/** Characters of a serialised result, at most. */
export const maxAnswered = 40_000;
/** Characters that the protocol adds around a result, and the marks of what was cut. */
const reserve = 1_500;
/** Marks of cut values in one answer. */
const maxCuts = 10;

/**
 * Returns an answer as the result of a tool: structured content, and the same as text, because a client may give its model
 * only one of the two. Both together fit `maxAnswered`; `cut` names what is missing and how to read it.
 */
export function getResult({ value, note, source }: Outcome): CallToolResult {
  const whole = markUntrusted(toCompact(value));
  const length = toJsonText(whole).length;
  let budget = (maxAnswered - reserve) / 2;
  for (;;) {
    const isCut = length > budget;
    const shown = isCut ? cutTo(whole, source, budget) : whole;
    const notes = [note, isCut ? noteOn(shown) : undefined].filter((each) => each !== undefined);
    const result = toResult(notes.length === 0 ? shown : { ...shown, note: notes.join('\n') });
    const size = toJsonText(result).length;
    if (size <= maxAnswered - reserve / 2 || budget < reserve) return result;
    budget = Math.floor(Math.min(budget * 0.8, (budget * maxAnswered) / size));
  }
}

/** Returns structured content and the same content as text, in a result. */
export function toResult(value: JsonObject): CallToolResult {
  return { content: [{ type: 'text', text: toReadableText(value) }], structuredContent: value };
}

function cutTo(value: JsonObject, source: Outcome['source'], budget: number): JsonObject {
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
