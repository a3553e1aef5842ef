import type { Json, JsonObject } from '../../../schemas/json.js';
import type { EntityRecord } from '../contract.js';

/** What of an entity is searched, by how telling it is. */
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

/** The same record always gives the same document: what was put into an index can be taken out again. */
export function documentOf(name: string, record: EntityRecord | undefined): SearchDocument {
  return {
    id: name,
    name,
    title: record ? fieldOf(record, 'title') : '',
    tags: record ? fieldOf(record, 'tags') : '',
    description: record ? fieldOf(record, 'description') : '',
    text: record ? piecesOf(record).join('\n') : '',
  };
}

/** One of the fields that stand out; a flow has them under `document`. */
export function fieldOf({ definition }: EntityRecord, field: keyof typeof fields): string {
  const { document } = definition;
  const top = isObject(document) ? { ...definition, ...document } : definition;
  return textIn(fields[field].flatMap((name) => top[name] ?? []));
}

/** What `text` is put together from: texts in files, then one field after the other, until it is enough. */
export function piecesOf({ definition, attachments }: EntityRecord): string[] {
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

/** All keys and scalars in order, a line each. */
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

function isObject(value: Json | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
