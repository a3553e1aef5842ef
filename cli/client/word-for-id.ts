import { exitCodes, Failure } from '../contract/failure.js';

/** Ids that a refusal names. */
const shown = 5;

/** A whole id of a run or a human task. */
export const wholeId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The beginning of such an id. It begins with its time in milliseconds, in 12 digits; shorter ones would stand for too many. */
export const beginning = /^[0-9a-f]{8}[0-9a-f-]*$/;

/**
 * Returns the only id that begins with a word; undefined when none does.
 * @param things the plural of what the ids are of
 * @throws Failure when several do
 */
export function onlyId(word: string, ids: readonly string[], things: string): string | undefined {
  const [id, ...others] = ids;
  if (others.length === 0) return id;
  const named = ids.slice(0, shown).join(', ');
  throw new Failure(exitCodes.usage, `The ids of several ${things} begin with \`${word}\``, [
    `Write more of the id: ${named}${ids.length > shown ? ', …' : ''}.`,
  ]);
}
