import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { problemShape } from '../../http/problem-answers.js';
import { budgets } from './budgets.js';

/** Keywords that help a program more than a model. */
const dropped: ReadonlySet<string> = new Set([
  'examples',
  'title',
  'maxLength',
  'minLength',
  'maxItems',
  'pattern',
  'additionalProperties',
]);
const maxLength = 130;

/** Descriptions of arguments that many tools have, shorter than those that other protocols show. */
const shared: Readonly<Record<string, string>> = {
  branch: 'Production by default.',
  op: '`platform`, or a connector.',
  connection: 'For types of connectors.',
  env: 'For types of connectors.',
  message: 'Commit message.',
  dryRun: 'Only answer the diff and the findings.',
  propose: 'Propose it for review.',
  etag: 'The `etag` to change.',
  cursor: '`nextCursor` of the last page.',
  order: 'Fields, `-` before descending ones.',
  explain: 'Adds the files that it comes from.',
  limit: 'Items per answer.',
  action: '`describe` lists actions with schemas.',
  jsonPatch: 'JSON patch (RFC 6902).',
};

/**
 * Returns the schema of an argument with a short description and without what the check of the call tells anyway.
 * @param name of an argument that several tools share
 */
export function concise(schema: JsonObject, name = ''): JsonObject {
  const kept = Object.entries(schema).filter(([keyword]) => !dropped.has(keyword));
  const result = Object.fromEntries(kept);
  const own = result['description'];
  if (typeof own === 'string') result['description'] = shared[name] ?? firstSentences(own);
  if (isObject(result['items'])) result['items'] = withoutText(result['items']);
  return result;
}

function withoutText(schema: JsonObject): JsonObject {
  const { type } = schema;
  return type === undefined ? {} : { type };
}

/** Keeps as many sentences as fit, at least one. */
function firstSentences(text: string): string {
  const sentences = text.split(/(?<=[.;]) (?=\S)/);
  let kept = sentences[0] ?? '';
  for (const sentence of sentences.slice(1)) {
    if (kept.length + sentence.length + 1 > maxLength) break;
    kept = `${kept} ${sentence}`;
  }
  return kept.replace(/;$/, '.');
}

/**
 * Returns the output schema of a tool: the members with one type, as many as fit. Members that a problem has with another type
 * are left out, because clients refuse an answer that does not fit the schema, even of a failed call. `describe` has the full
 * shape.
 */
export function answerShape(output: JsonSchema): JsonObject {
  const ofProblems = getProperties(problemShape);
  const properties: JsonObject = {};
  for (const [name, schema] of Object.entries(getProperties(output))) {
    const type = findType(schema);
    const other = ofProblems[name] === undefined ? type : findType(ofProblems[name]);
    if (type === undefined || type !== other) continue;
    const next = { ...properties, [name]: { type } };
    if (JSON.stringify({ type: 'object', properties: next }).length > budgets.outputSchema) break;
    properties[name] = { type };
  }
  return { type: 'object', properties };
}

/** The type of a member that is there: a member that would be null is absent. */
function findType(schema: Json): string | undefined {
  const types = isObject(schema) ? [schema['type'] ?? []].flat().filter((type) => type !== 'null') : [];
  return types.length === 1 ? String(types[0]) : undefined;
}

function getProperties(schema: JsonSchema): JsonObject {
  const properties = isObject(schema as Json) ? (schema as JsonObject)['properties'] : undefined;
  return isObject(properties ?? null) ? (properties as JsonObject) : {};
}
