import type { Json, JsonObject, JsonSchema } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import { BoundedMap } from '../../../concurrency/bounded-map.js';
import { paginateField } from '../../http/paging/paginate-schema.js';
import { type BodyContent, findBody, type RequestBody } from '../document/body.js';
import type { Operation } from '../document/operations.js';
import { getParameters, type Parameter } from '../document/parameters.js';
import type { ApiDocument } from '../document/read.js';
import { resolvedObject, UnusableError } from '../document/references.js';
import { getSecurity, type SecurityNeeds } from '../document/security.js';
import { getExtension } from '../presets/to-document.js';
import { SchemaConverter, toObject } from '../schema/convert.js';
import { fileSchema } from './encode-body.js';

/** An operation as it is called. */
export interface Call {
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly input: JsonSchema;
  readonly security: SecurityNeeds;
  /** The header `Accept`. */
  readonly accept: string;
}

/** The most calls of one document that are kept: all inputs of a large one would take hundreds of megabytes. */
const maxKept = 500;

const cache = new WeakMap<ApiDocument, BoundedMap<Operation, Call | UnusableError>>();

/** Returns how an operation is called, read at its first use and kept for a while. @throws UnusableError */
export function getCall(document: ApiDocument, operation: Operation): Call {
  const ofDocument = cache.get(document) ?? new BoundedMap<Operation, Call | UnusableError>(maxKept);
  cache.set(document, ofDocument);
  const call = ofDocument.get(operation) ?? read(document, operation);
  ofDocument.set(operation, call);
  if (call instanceof UnusableError) throw call;
  return call;
}

function read(document: ApiDocument, operation: Operation): Call | UnusableError {
  try {
    if (operation.method === 'trace') throw new UnusableError('the method TRACE is not sent');
    const parameters = getParameters(document, operation);
    const body = findBody(document, operation);
    const input = getInput(document, operation, parameters, body);
    const security = getSecurity(document, operation);
    return { operation, parameters, body, input, security, accept: getAccept(document, operation) };
  } catch (error) {
    if (error instanceof UnusableError) return error;
    throw error;
  }
}

/** Lets a call read all pages of a list. */
const pagesField: JsonObject = {
  title: 'Paginate',
  description: 'Reads all pages, and returns their items as one list: `true`, or at most `limit` items.',
  anyOf: [
    { const: true },
    {
      type: 'object',
      additionalProperties: false,
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 1_000_000, description: 'The most items.' },
        pages: {
          type: 'integer',
          minimum: 1,
          maximum: 1_000,
          description: 'The most pages; by default 100.',
        },
      },
    },
    paginateField,
  ],
  examples: [true],
};

function getInput(
  document: ApiDocument,
  operation: Operation,
  parameters: readonly Parameter[],
  body: RequestBody | undefined,
): JsonSchema {
  const converter = new SchemaConverter(document, 'readOnly');
  const properties: JsonObject = {};
  for (const { key, schema, description } of parameters) {
    const own = orOne(converter, schema, converter.convert(schema));
    properties[key] = description === undefined || !isObject(own) ? own : described(own, description);
  }
  if (body) {
    const schemas = body.contents.map((content) => JSON.stringify(bodySchema(converter, content)));
    const forms = [...new Set(schemas)].map((text) => JSON.parse(text) as Json);
    const schema = forms.length === 1 && forms[0] !== undefined ? forms[0] : { anyOf: forms };
    properties['body'] = isObject(schema) && body.description ? described(schema, body.description) : schema;
    const types = body.contents.map(({ type }) => type);
    if (types.length > 1) {
      const description = `The form of the body; \`${types[0]}\` if it is left out.`;
      properties['contentType'] = { title: 'Content type', description, enum: types };
    }
  }
  if (getExtension(operation).pages !== undefined) properties['paginate'] ??= pagesField;
  const required = parameters.filter((each) => each.required).map(({ key }) => key);
  return toObject(properties, body?.required ? [...required, 'body'] : required, converter.definitions());
}

/** Lets a parameter that is a list of texts, numbers or booleans also be one of them: it is sent as a list of one. */
function orOne(converter: SchemaConverter, schema: Json, converted: Json): Json {
  const { type, items, minItems = 0 } = objectOr(converter.followed(schema));
  const itemType = objectOr(converter.followed(items ?? null))['type'];
  if (type !== 'array' || Number(minItems) > 1 || !isScalarType(itemType)) return converted;
  return { anyOf: [converted, converter.convert(items)] };
}

function isScalarType(type: Json | undefined): boolean {
  return ['string', 'number', 'integer', 'boolean'].includes(String(type));
}

function described(schema: JsonObject, description: string): JsonObject {
  const text = description.slice(0, 1_000);
  return '$ref' in schema ? { description: text, allOf: [schema] } : { ...schema, description: text };
}

function bodySchema(converter: SchemaConverter, { kind, schema }: BodyContent): Json {
  if (kind === 'json') return converter.convert(schema);
  if (kind === 'text' || kind === 'file') return fileSchema;
  return kind === 'multipart' ? formSchema(converter, schema) : converter.convert(schema);
}

/** The schema of a form whose fields may be files. */
function formSchema(converter: SchemaConverter, schema: Json): Json {
  const { properties, ...form } = objectOr(converter.followed(schema));
  if (!isObject(properties)) return { type: 'object' };
  const fields = Object.entries(properties).map(([name, field]): [string, Json] => {
    const { type, items } = objectOr(converter.followed(field));
    if (isFile(converter, field)) return [name, fileSchema];
    const areFiles = type === 'array' && isFile(converter, items ?? null);
    return [name, areFiles ? { type: 'array', items: fileSchema } : converter.convert(field)];
  });
  const own = objectOr(converter.convert({ ...form, properties: {} }));
  return { ...own, type: 'object', properties: Object.fromEntries(fields) };
}

function isFile(converter: SchemaConverter, field: Json): boolean {
  const { type, format, contentMediaType } = objectOr(converter.followed(field));
  return type === 'file' || /^(?:binary|byte|base64)$/.test(String(format)) || contentMediaType !== undefined;
}

/** The schema of the answer to a successful call; undefined where the document has none that can be used. */
export function findOutput(document: ApiDocument, operation: Operation): JsonSchema | undefined {
  try {
    const { content, schema } = getAnswer(document, operation);
    const json = Object.entries(objectOr(content)).find(([type]) => /json/i.test(type));
    const bodySchema = json ? objectOr(json[1])['schema'] : schema;
    if (!isObject(bodySchema)) return undefined;
    const converter = new SchemaConverter(document, 'writeOnly');
    const converted = converter.convert(bodySchema);
    const $defs = converter.definitions();
    if (!isObject(converted)) return undefined;
    // A call with `paginate` is answered by the items of all pages.
    if (getExtension(operation).pages !== undefined) return { anyOf: [converted, { type: 'array' }], $defs };
    return Object.keys($defs).length > 0 ? { ...converted, $defs } : converted;
  } catch (error) {
    if (error instanceof UnusableError) return undefined;
    throw error;
  }
}

function getAnswer({ root }: ApiDocument, { definition }: Operation): JsonObject {
  const responses = objectOr(definition['responses']);
  const status = Object.keys(responses).find((each) => /^2(?:\d\d|XX)$/i.test(each));
  return resolvedObject(root, responses[status ?? 'default']);
}

function getAccept(document: ApiDocument, operation: Operation): string {
  const { content } = getAnswer(document, operation);
  const produces = operation.definition['produces'] ?? document.root['produces'];
  const types = document.version === '2.0' ? produces : Object.keys(objectOr(content));
  const valid = (Array.isArray(types) ? types : []).filter((type) =>
    /^[\x21-\x7e]+\/[\x20-\x7e]+$/.test(String(type)),
  );
  const json = valid.filter((type) => /json/i.test(String(type)));
  const contentTypes = (json.length > 0 ? json : valid).slice(0, 5);
  return contentTypes.length > 0 ? contentTypes.join(', ') : 'application/json, */*;q=0.8';
}
