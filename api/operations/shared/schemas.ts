import type { JsonObject } from '../../../schemas/json/types.js';

/** Schemas of members that many answers have. */
export const text: JsonObject = { type: 'string' };
export const textOrNull: JsonObject = { type: ['string', 'null'] };
export const texts = arrayOf(text);
export const moment: JsonObject = { type: 'string', format: 'date-time' };
export const flag: JsonObject = { type: 'boolean' };
export const integer: JsonObject = { type: 'integer' };
export const openObject: JsonObject = { type: 'object', additionalProperties: true };
export const objectOrNull: JsonObject = { type: ['object', 'null'], additionalProperties: true };

/** A member with a description. */
export function described(schema: JsonObject, description: string): JsonObject {
  return { ...schema, description };
}

export function arrayOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

export function choice(...values: readonly string[]): JsonObject {
  return { type: 'string', enum: [...values] };
}

type Members = Readonly<Record<string, JsonObject>>;

/**
 * The schema of an object in an answer. Every member is required but the optional ones.
 * @param title in PascalCase: OpenAPI and GraphQL keep the schema under that name
 */
export function answerOf(title: string | undefined, required: Members, optional: Members = {}): JsonObject {
  return {
    ...(title === undefined ? {} : { title }),
    type: 'object',
    required: Object.keys(required),
    properties: { ...required, ...optional },
  };
}

/** As `answerOf`, for an object or null. */
export function answerOrNull(required: Members, optional: Members = {}): JsonObject {
  return { ...answerOf(undefined, required, optional), type: ['object', 'null'] };
}

/** The schema of an object with more optional members, under another title. */
export function withOptional(schema: JsonObject, title: string, optional: Members): JsonObject {
  return extended(schema, title, {}, optional);
}

/** The schema of an object with more members, under another title. */
export function extended(
  schema: JsonObject,
  title: string,
  required: Members,
  optional: Members = {},
): JsonObject {
  return {
    ...schema,
    title,
    required: [...(schema['required'] as string[]), ...Object.keys(required)],
    properties: { ...(schema['properties'] as JsonObject), ...required, ...optional },
  };
}

/** The schema of a list that is answered as a whole. */
export function listOf(item: JsonObject): JsonObject {
  return answerOf(undefined, { items: arrayOf(item) });
}

/** The schema of one page of a list. */
export function pageOf(item: JsonObject): JsonObject {
  return answerOf(undefined, {
    items: arrayOf(item),
    nextCursor: described(textOrNull, 'Null on the last page.'),
  });
}

export const conditionShape = answerOf('Condition', {
  type: choice('Ready', 'Reconciling', 'Stalled'),
  status: choice('True', 'False', 'Unknown'),
  reason: text,
  message: text,
  lastTransitionTime: text,
  observedRevision: text,
});

export const findingShape = answerOf(
  'Finding',
  {
    rule: text,
    severity: choice('error', 'warning', 'hint'),
    file: text,
    line: integer,
    column: integer,
    pointer: text,
    message: text,
  },
  { endLine: integer, endColumn: integer, hint: text },
);
