import { findFaults, keepsTo } from '../../../schemas/index.js';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { isObject, objectOr, pointerTo } from '../../../schemas/json/values.js';

const text: JsonObject = { type: 'string', minLength: 1 };
const flag: JsonObject = { type: 'boolean' };
const schema: JsonObject = { type: ['object', 'boolean'] };

/** The data of a connector; functions are left out. */
const shape: JsonObject = {
  type: 'object',
  required: ['name', 'title', 'description', 'configSchema', 'actions'],
  properties: {
    name: {
      type: 'string',
      pattern: '^(?!platform(?:$|-))[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
      patternErrorMessage: 'small letters, digits and hyphens, and not `platform`',
    },
    title: text,
    description: text,
    configSchema: schema,
    actions: {
      type: 'object',
      propertyNames: {
        pattern: '^[a-z][a-zA-Z0-9-]{0,62}$',
        patternErrorMessage: 'letters, digits and hyphens',
      },
      additionalProperties: {
        type: 'object',
        required: ['title', 'description', 'hints', 'input'],
        properties: {
          title: text,
          description: text,
          hints: {
            type: 'object',
            required: ['readOnly', 'idempotent', 'destructive'],
            properties: { readOnly: flag, idempotent: flag, destructive: flag },
          },
          input: schema,
          output: schema,
        },
      },
    },
  },
};

/** The keywords by which configurations are checked; by others, a wrong configuration would pass. */
const keywords = new Set(
  [
    ['$schema', '$ref', '$defs', 'title', 'description', 'examples', 'default', 'x-secret'],
    ['type', 'enum', 'const', 'not', 'oneOf', 'anyOf', 'minLength', 'minimum', 'maximum'],
    ['pattern', 'patternErrorMessage', 'required', 'properties', 'additionalProperties', 'propertyNames'],
    ['dependentRequired', 'minProperties', 'maxProperties', 'items', 'minItems'],
  ].flat(),
);
const ofSchemas = new Set(['$defs', 'properties']);
const ofSchema = new Set(['not', 'additionalProperties', 'propertyNames', 'items']);

/** Returns the reasons for which a value is no connector of the contract. */
export function faultsOfConnector(value: unknown): string[] {
  const data = parseJsonText(toJsonText(value ?? null)) as Json;
  const faults = findFaults(shape, data).map(({ pointer, message }) => `\`${pointer || '/'}\` ${message}`);
  if (faults.length > 0 || !isObject(data)) return faults;
  const { actions, client, destinations, test } = value as Parts;
  const isRun = Object.entries(actions).map(([name, { run }]) => [`/actions/${name}/run`, run] as const);
  const isClient = client
    ? [['/client/open', client.open] as const, ['/client/close', client.close] as const]
    : [];
  const others = [['/destinations', destinations] as const, ['/test', test] as const];
  const isOther = others.filter(([, value]) => value !== undefined);
  const functions = [...isRun, ...isClient, ...isOther].flatMap(([pointer, value]) =>
    typeof value === 'function' ? [] : [`\`${pointer}\` must be a function`],
  );
  const schemas = Object.entries(actions).flatMap(([name, { input = true }]) =>
    keepsTo('draft-2020-12', input) ? [] : [`\`/actions/${name}/input\` is no JSON Schema (draft 2020-12)`],
  );
  return [...functions, ...schemas, ...unknownKeywords(data['configSchema'] ?? true, '/configSchema')];
}

interface Parts {
  actions: Record<string, { run?: unknown; input?: JsonSchema }>;
  client?: { open?: unknown; close?: unknown };
  destinations?: unknown;
  test?: unknown;
}

function unknownKeywords(schema: Json, pointer: string): string[] {
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const at = pointerTo(pointer, keyword);
    if (!keywords.has(keyword)) return [`\`${at}\`: configurations are not checked by \`${keyword}\``];
    if (ofSchema.has(keyword)) return unknownKeywords(value, at);
    if (Array.isArray(value) && (keyword === 'oneOf' || keyword === 'anyOf'))
      return value.flatMap((each, index) => unknownKeywords(each, pointerTo(at, index)));
    if (!ofSchemas.has(keyword)) return [];
    return Object.entries(objectOr(value)).flatMap(([name, each]) =>
      unknownKeywords(each, pointerTo(at, name)),
    );
  });
}
