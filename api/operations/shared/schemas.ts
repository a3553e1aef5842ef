import type { JsonObject } from '../../../schemas/json/types.js';

/** Schemas of members that many answers have. */
export const text: JsonObject = { type: 'string' };
export const textOrNull: JsonObject = { type: ['string', 'null'] };
export const texts = getArray(text);
export const moment: JsonObject = { type: 'string', format: 'date-time' };
export const flag: JsonObject = { type: 'boolean' };
export const integer: JsonObject = { type: 'integer' };
export const openObject: JsonObject = { type: 'object', additionalProperties: true };
export const objectOrNull: JsonObject = { type: ['object', 'null'], additionalProperties: true };

/** A member with a description. */
export function described(schema: JsonObject, description: string): JsonObject {
  return { ...schema, description };
}

export function getArray(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

/** One of several texts. @param values each with its meaning, which OpenAPI and GraphQL show */
export function choice(values: Readonly<Record<string, string>>): JsonObject {
  return { type: 'string', enum: Object.keys(values), enumDescriptions: Object.values(values) };
}

/** The effect of a write on an entity. */
export const changeField = choice({
  created: 'The entity is new.',
  updated: 'The entity has changed.',
  deleted: 'The entity is gone.',
  unchanged: 'The entity had this content already.',
});

/** Members that name a thing in an answer. */
export const named = {
  branch: described(text, 'The name of the branch.'),
  flow: described(text, 'The name of the flow.'),
  environment: described(textOrNull, 'The name of the environment; null if none is used.'),
  connection: described(text, 'The name of the connection.'),
  connector: described(text, 'The name of the connector.'),
  type: described(text, 'The type of the entity, in the singular.'),
  name: described(text, 'The name of the entity.'),
  path: described(text, 'The path of the file, from the root of the branch.'),
  commitHash: described(text, 'The id of the commit.'),
  createdBy: described(text, 'The principal who created it.'),
  createdAt: described(text, 'The time of creation (RFC 3339).'),
  endedAt: described(textOrNull, 'The time of the end (RFC 3339); null before it.'),
} satisfies Readonly<Record<string, JsonObject>>;

/** The members of a problem inside an answer. */
export const problemMembers = {
  code: described(text, 'The code of the catalog.'),
  detail: described(text, 'The reason, in words.'),
};

type Members = Readonly<Record<string, JsonObject>>;

/** The name of a shape, in PascalCase: OpenAPI and GraphQL keep the schema under it. Its description says what it is. */
type ShapeName = string | { title?: string; description: string } | undefined;

function nameMembers(name: ShapeName): JsonObject {
  if (name === undefined) return {};
  return typeof name === 'string' ? { title: name } : { ...name };
}

/** The schema of an object in an answer. Every member is required but the optional ones. */
export function getAnswer(name: ShapeName, required: Members, optional: Members = {}): JsonObject {
  return {
    ...nameMembers(name),
    type: 'object',
    required: Object.keys(required),
    properties: { ...required, ...optional },
  };
}

/** As `getAnswer`, for an object or null. */
export function answerOrNull(name: ShapeName, required: Members, optional: Members = {}): JsonObject {
  return { ...getAnswer(name, required, optional), type: ['object', 'null'] };
}

/** The schema of an object with more optional members, under another name. */
export function withOptional(schema: JsonObject, name: ShapeName, optional: Members): JsonObject {
  return extended(schema, name, {}, optional);
}

/** The schema of an object with more members, under another name. */
export function extended(
  schema: JsonObject,
  name: ShapeName,
  required: Members,
  optional: Members = {},
): JsonObject {
  return {
    ...schema,
    ...nameMembers(name),
    required: [...(schema['required'] as string[]), ...Object.keys(required)],
    properties: { ...(schema['properties'] as JsonObject), ...required, ...optional },
  };
}

/** The schema of a list that is answered as a whole. */
export function toList(item: JsonObject): JsonObject {
  return getAnswer(undefined, { items: described(getArray(item), 'All of them.') });
}

/** The schema of one page of a list. */
export function getPage(item: JsonObject): JsonObject {
  return getAnswer(undefined, {
    items: described(getArray(item), 'Those of this page.'),
    nextCursor: described(textOrNull, 'Null on the last page.'),
  });
}

export const conditionShape = described(
  getAnswer('Condition', {
    type: described(
      choice({
        Ready: 'The newest version is in service.',
        Runnable: 'What it needs is here now: secrets, people, programs, what the settings allow.',
        Tested: 'The last test of a connection by the schedule of the settings passed.',
        Reconciling: 'A newer version is being applied.',
        Stalled: 'The newest version cannot be applied without a change.',
      }),
      'The aspect of the state.',
    ),
    status: described(
      choice({ True: 'The condition holds.', False: 'It does not hold.', Unknown: 'It is not known yet.' }),
      'Whether the condition holds.',
    ),
    reason: described(text, 'The reason as one word, for programs.'),
    message: described(text, 'The reason in words, for people.'),
    lastTransitionTime: described(text, 'The time at which `status` last changed (RFC 3339).'),
    observedRevision: described(text, 'The commit that the condition is about.'),
  }),
  'One aspect of the state of an entity or a branch.',
);

export const findingShape = described(
  getAnswer(
    'Finding',
    {
      rule: described(text, 'The rule that found it.'),
      severity: described(
        choice({
          error: 'The version is not put in service.',
          warning: 'It works, but probably not as meant.',
          hint: 'A suggestion.',
        }),
        'How serious the finding is.',
      ),
      file: described(text, 'The path of the file.'),
      line: described(integer, 'The line where it begins, from 1.'),
      column: described(integer, 'The column where it begins, from 1.'),
      pointer: described(text, 'The place in the definition (RFC 6901).'),
      message: described(text, 'What is wrong.'),
    },
    {
      endLine: described(integer, 'The line where it ends.'),
      endColumn: described(integer, 'The column behind its end.'),
      hint: described(text, 'How to fix it.'),
    },
  ),
  'A fault or a suggestion in a file.',
);
