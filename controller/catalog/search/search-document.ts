import type { Json } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import type { EntityRecord } from '../state/branch-state.js';
import { wordsIn } from './terms.js';

/** The searched text of an entity, by weight. */
export interface SearchDocument {
  /** The entity's name. */
  id: string;
  name: string;
  title: string;
  tags: string;
  description: string;
  /** All other text, keys included: task names are keys. Text in files is text too. */
  text: string;
}

export const searchFields = ['name', 'title', 'tags', 'description', 'text'] as const;

/** UTF-16 units of one field that are searched. */
const maxText = 65_536;

const fields = {
  title: ['title'],
  tags: ['tags', 'labels'],
  description: ['description', 'summary'],
} as const;
const elsewhere = new Set<string>(['kind', 'name', 'document', ...Object.values(fields).flat()]);

/** Builds the same document for the same record each time, so that it can be removed from an index again. */
export function getDocument(name: string, record: EntityRecord | undefined): SearchDocument {
  if (!record) return { id: name, name, title: '', tags: '', description: '', text: '' };
  const [title, tags] = [getField(record, 'title'), getField(record, 'tags')];
  const description = getField(record, 'description');
  return { id: name, name, title, tags, description, text: getPieces(record).join('\n') };
}

/** The text of a weighted field; a flow has these fields under `document`. */
function getField({ definition }: EntityRecord, field: keyof typeof fields): string {
  const { document } = definition;
  const top = isObject(document) ? { ...definition, ...document } : definition;
  return textIn(fields[field].flatMap((name) => top[name] ?? []));
}

/** The pieces of `text`: texts in files, then the other fields in order, up to the limit. */
function getPieces({ definition, attachments }: EntityRecord): string[] {
  const pieces: string[] = [];
  let left = maxText;
  const add = (piece: string) => {
    pieces.push(piece.slice(0, left));
    left = Math.max(0, left - piece.length);
  };
  for (const { text } of attachments.values()) add(text);
  for (const [key, value] of Object.entries(definition)) {
    if (left > 0 && !elsewhere.has(key)) add(textIn([value]));
  }
  return pieces;
}

/** All keys and scalars in order, each on a line. */
function textIn(values: readonly Json[]): string {
  const lines: string[] = [];
  let left = maxText;
  const add = (line: string) => {
    if (left <= 0 || line === '') return;
    lines.push(line.slice(0, left));
    left -= line.length + 1;
  };
  const visit = (value: Json): void => {
    if (left <= 0 || value === null || typeof value === 'boolean') return;
    if (typeof value !== 'object') add(String(value));
    else if (Array.isArray(value)) for (const item of value) visit(item);
    else {
      for (const [key, member] of Object.entries(value)) {
        add(key);
        visit(member);
      }
    }
  };
  for (const value of values) visit(value);
  return lines.join('\n');
}

const before = 60;
const after = 120;

/** The part of an entity's description, or else of its texts, around the first of the terms; undefined when none occurs. */
export function findSnippet(record: EntityRecord, terms: readonly string[]): string | undefined {
  const wantedTerms = new Set(terms);
  for (const text of [getField(record, 'description'), ...getPieces(record)]) {
    for (const { terms: recordTerms, start, end } of wordsIn(text)) {
      if (recordTerms.some((term) => wantedTerms.has(term))) return cut(text, start, end);
    }
  }
  return undefined;
}

/** Cuts between words and returns one line. */
function cut(text: string, start: number, end: number): string {
  const from =
    start <= before ? 0 : start - before + Math.max(0, text.slice(start - before, start).search(/\s/));
  const rest = text.slice(end, end + after);
  const isAll = end + after >= text.length;
  const to = end + (isAll ? rest.length : Math.max(0, rest.search(/\s\S*$/)));
  const piece = text.slice(from, to).replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '… ' : ''}${piece}${to < text.length ? ' …' : ''}`;
}
