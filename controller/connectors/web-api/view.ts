import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, member } from '../../../schemas/json/values.js';

/** A field of an output: its place in the answer, such as `user.login` or `labels[].name`, its type and what it is. */
type ViewField = readonly [
  place: string,
  type: 'string' | 'integer' | 'boolean' | 'object' | 'texts',
  description: string,
];

/** The fields of an answer that flows use. */
export interface View {
  /** JSON Schema of what `of` returns. */
  schema: JsonObject;
  /** Returns the fields of an answer; null for what the answer does not have. */
  of(answer: Json): JsonObject;
}

export function view(title: string, fields: Readonly<Record<string, ViewField>>): View {
  const entries = Object.entries(fields);
  return {
    schema: {
      title,
      type: 'object',
      additionalProperties: false,
      required: entries.map(([name]) => name),
      properties: Object.fromEntries(entries.map(([name, field]) => [name, getSchema(field)])),
    },
    of: (answer) =>
      Object.fromEntries(entries.map(([name, [place, type]]) => [name, valueAt(answer, place, type)])),
  };
}

/** The schema of a list of such outputs. */
export function toList({ schema }: View): JsonObject {
  return { title: 'List', type: 'array', items: schema };
}

/** Any JSON: the whole answer. */
export const wholeAnswer: JsonObject = { title: 'Answer', description: 'The whole answer of the server.' };

function getSchema([, type, description]: ViewField): JsonObject {
  if (type === 'texts') return { description, type: 'array', items: { type: 'string' } };
  return { description, type: [type, 'null'] };
}

function valueAt(answer: Json, place: string, type: ViewField[1]): Json {
  const [before = '', inside] = place.split('[]');
  const selected = before.split('.').reduce<Json>((value, name) => step(value, name), answer);
  if (type !== 'texts') return selected;
  if (!Array.isArray(selected)) return [];
  const name = (inside ?? '').replace(/^\./, '');
  return selected.flatMap((each) => {
    const isText = name === '' || typeof each === 'string';
    const value = isText ? each : name.split('.').reduce<Json>((inner, next) => step(inner, next), each);
    return typeof value === 'string' ? [value] : [];
  });
}

function step(value: Json, name: string): Json {
  return isObject(value) ? (member(value, name) ?? null) : null;
}
