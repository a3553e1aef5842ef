import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import type { ApiDocument } from '../document/read.js';
import type { Preset, PresetOperation } from './preset.js';
import { toSchema, withoutMark } from './shape.js';

/** The member of an operation with what OpenAPI has no words for. */
const extension = 'x-svc';

/** The needs of an operation of a preset beside its description. */
export type OperationExtension = Pick<PresetOperation, 'sends' | 'adds' | 'graphql' | 'reads'> & {
  pages?: Exclude<PresetOperation['pages'], true>;
};

const documents = new WeakMap<Preset, ApiDocument>();

/** Returns the operations of a preset as a description in OpenAPI 3.1; the same object each time. */
export function toDocument(preset: Preset): ApiDocument {
  const document = documents.get(preset) ?? createDocument(preset);
  documents.set(preset, document);
  return document;
}

/** Returns what an operation needs beside its description; empty for one of another description. */
export function getExtension({ definition }: { definition: JsonObject }): OperationExtension {
  return objectOr(definition[extension]) as OperationExtension;
}

function createDocument(preset: Preset): ApiDocument {
  const paths: JsonObject = {};
  for (const [name, operation] of Object.entries(preset.operations)) {
    const [method = 'GET', path = '/'] = operation.call.split(' ');
    // Several operations may have one path: it ends at the sign `#` when a request is made.
    paths[`${path}#${name}`] = { [method.toLowerCase()]: toDefinition(preset, name, operation) };
  }
  const info = { title: preset.title, version: '1' };
  const secrets = (config: { headers?: object; query?: object }) => getCredentials(preset, config);
  return { root: { openapi: '3.1.0', info, paths }, version: '3.1', secrets };
}

/** Returns the values of the headers and parameters by which ways to sign in send credentials. */
function getCredentials({ signIn = [] }: Preset, config: { headers?: object; query?: object }): string[] {
  const places = signIn.flatMap(({ headers, query }) => [
    ...Object.keys(headers ?? {}).map((name) => (config.headers as JsonObject | undefined)?.[name]),
    ...Object.keys(query ?? {}).map((name) => (config.query as JsonObject | undefined)?.[name]),
  ]);
  return places.filter((value): value is string => typeof value === 'string' && value.length >= 4);
}

function toDefinition(preset: Preset, operationId: string, operation: PresetOperation): JsonObject {
  const { title, call, path, query, headers, body, output, sends, adds, graphql, reads } = operation;
  const pages = operation.pages === true ? preset.pages : operation.pages;
  const own = Object.entries({ sends, adds, graphql, reads, pages }).filter(([, each]) => each !== undefined);
  const schema = graphql === undefined ? output : output && { data: output };
  return {
    operationId,
    summary: title,
    description: `${title} (\`${call}\`).`,
    parameters: [
      ...toParameters('path', path),
      ...toParameters('query', query, preset),
      ...toParameters('header', headers),
    ],
    ...(body === undefined && adds === undefined && graphql === undefined
      ? {}
      : { requestBody: toBody(preset, operation) }),
    responses: {
      200: {
        description: 'The answer.',
        ...(schema === undefined ? {} : { content: { 'application/json': { schema: toSchema(schema) } } }),
      },
    },
    [extension]: Object.fromEntries(own) as JsonObject,
  };
}

function toParameters(place: string, shapes: JsonObject = {}, { form }: Partial<Preset> = {}): JsonObject[] {
  return Object.entries(shapes).map(([markedName, shape]) => {
    const isCommaList = typeof shape === 'string' && /^commas\b/.test(shape);
    const { description, ...schema } = toSchema(shape);
    const style = form === 'form-brackets' && schema['type'] === 'array' ? { style: 'deepObject' } : {};
    return {
      name: withoutMark(markedName),
      in: place,
      required: place === 'path' || markedName.endsWith('!'),
      schema,
      ...(description === undefined ? {} : { description }),
      ...(isCommaList ? { explode: false } : style),
    };
  });
}

function toBody(preset: Preset, { body = {}, form = preset.form ?? 'json' }: PresetOperation): JsonObject {
  const schema = toSchema(body);
  const required = Array.isArray(schema['required']) || Array.isArray(body);
  if (form === 'json') return { required, content: { 'application/json': { schema } } };
  if (form !== 'form' && form !== 'form-brackets') return { required, content: { [form]: { schema } } };
  const encoding: Json = form === 'form' ? {} : { '*': { style: 'deepObject', explode: true } };
  return { required, content: { 'application/x-www-form-urlencoded': { schema, encoding } } };
}
