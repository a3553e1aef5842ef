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

/** UTF-16 units of one entity's text that are searched. */
const maxText = 65_536;

const titles: readonly string[] = ['title'];
const descriptions: readonly string[] = ['description', 'summary'];
const tags: readonly string[] = ['tags', 'labels'];
const elsewhere = new Set([...titles, ...descriptions, ...tags, 'kind', 'name', 'document']);

/** The same record always gives the same document: what was put into an index can be taken out again. */
export function documentOf(name: string, record: EntityRecord | undefined): SearchDocument {
  const { definition = {} } = record ?? {};
  const { document } = definition;
  const top = isObject(document) ? { ...definition, ...document } : definition;
  return {
    id: name,
    name,
    title: textIn(pick(top, titles)),
    tags: textIn(pick(top, tags)),
    description: textIn(pick(top, descriptions)),
    text: record ? piecesOf(record).join('\n').slice(0, maxText) : '',
  };
}

/** What `text` is put together from: texts in files, then one field after the other. */
export function piecesOf({ definition, attachments }: EntityRecord): string[] {
  const rest = Object.entries(definition).filter(([key]) => !elsewhere.has(key));
  return [...[...attachments.values()].map(({ text }) => text), ...rest.map(([, value]) => textIn([value]))];
}

function pick(definition: JsonObject, fields: readonly string[]): Json[] {
  return fields.flatMap((field) => definition[field] ?? []);
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
