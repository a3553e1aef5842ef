import type { EntityRecord } from '../contract.js';
import { fieldOf, piecesOf } from './search-document.js';
import { wordsIn } from './terms.js';

const before = 60;
const after = 120;

/** The piece of an entity's description, or of one of its texts, around the first of the terms; undefined when neither has one. */
export function snippetOf(record: EntityRecord, terms: readonly string[]): string | undefined {
  const wanted = new Set(terms);
  for (const text of [fieldOf(record, 'description'), ...piecesOf(record)]) {
    for (const { terms: found, start, end } of wordsIn(text)) {
      if (found.some((term) => wanted.has(term))) return cut(text, start, end);
    }
  }
  return undefined;
}

/** Whole words on both sides, in one line. */
function cut(text: string, start: number, end: number): string {
  const from =
    start <= before ? 0 : start - before + Math.max(0, text.slice(start - before, start).search(/\s/));
  const rest = text.slice(end, end + after);
  const isAll = end + after >= text.length;
  const to = end + (isAll ? rest.length : Math.max(0, rest.search(/\s\S*$/)));
  const piece = text.slice(from, to).replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '… ' : ''}${piece}${to < text.length ? ' …' : ''}`;
}
