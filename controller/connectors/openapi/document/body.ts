import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import type { Operation } from './operations.js';
import { writtenParameters } from './parameters.js';
import type { ApiDocument } from './read.js';
import { resolvedObject } from './references.js';

type BodyKind = 'json' | 'form' | 'multipart' | 'text' | 'file';

/** One form that a request body may have. */
export interface BodyContent {
  /** The media type that is sent. */
  readonly type: string;
  readonly kind: BodyKind;
  /** As the document has it. */
  readonly schema: Json;
  /** How the fields of a form are sent, by their names. */
  readonly encoding: JsonObject;
}

export interface RequestBody {
  readonly required: boolean;
  readonly description: string | undefined;
  /** The preferred one first; never empty. */
  readonly contents: readonly BodyContent[];
}

const maxContents = 20;
const preference: readonly BodyKind[] = ['json', 'form', 'multipart', 'text', 'file'];

/** The body of an operation; undefined for none, also where HTTP knows none. @throws UnusableError */
export function findBody(document: ApiDocument, operation: Operation): RequestBody | undefined {
  if (operation.method === 'get' || operation.method === 'head') return undefined;
  if (document.version === '2.0') return bodyOfTwo(document, operation);
  const definition = operation.definition['requestBody'];
  if (!isObject(definition)) return undefined;
  const { required, description, content } = resolvedObject(document.root, definition);
  const contents = Object.entries(objectOr(content)).map(([type, media]) => {
    const { schema = true, encoding } = resolvedObject(document.root, media);
    return getContent(type, schema, objectOr(encoding));
  });
  return bodyWith(required === true, description, contents);
}

function bodyOfTwo(document: ApiDocument, operation: Operation): RequestBody | undefined {
  const parameters = writtenParameters(document, operation);
  const consumes = operation.definition['consumes'] ?? document.root['consumes'];
  const types = (Array.isArray(consumes) ? consumes : []).filter((type) => typeof type === 'string');
  const body = parameters.find((each) => each['in'] === 'body');
  if (body) {
    const schema = body['schema'] ?? true;
    const all = types.filter((type) => getKind(type) !== 'multipart' && getKind(type) !== 'form');
    const contents = (all.length > 0 ? all : ['application/json']).map((type) =>
      getContent(type, schema, {}),
    );
    return bodyWith(body['required'] === true, body['description'], contents);
  }
  const fields = parameters.filter((each) => each['in'] === 'formData');
  if (fields.length === 0) return undefined;
  const hasFile = fields.some(({ type }) => type === 'file');
  const isMultipart = hasFile || types.some((type) => getKind(type) === 'multipart');
  const type = isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const required = fields.filter((each) => each['required'] === true).map(({ name = null }) => name);
  const properties = Object.fromEntries(fields.map((each) => [String(each['name']), each]));
  const encoding = Object.fromEntries(fields.map((each) => [String(each['name']), getEncoding(each)]));
  const schema = { type: 'object', properties, required };
  return bodyWith(required.length > 0, undefined, [getContent(type, schema, encoding)]);
}

function getEncoding({ collectionFormat }: JsonObject): JsonObject {
  if (collectionFormat === 'multi') return { style: 'form', explode: true };
  const styles: JsonObject = { ssv: 'spaceDelimited', pipes: 'pipeDelimited', tsv: 'tabDelimited' };
  return { style: styles[String(collectionFormat)] ?? 'form', explode: false };
}

function bodyWith(required: boolean, description: Json | undefined, contents: BodyContent[]): RequestBody {
  const byType = new Map(contents.map((each) => [each.type, each]));
  const sorted = [...byType.values()]
    .slice(0, maxContents)
    .sort((one, other) => preference.indexOf(one.kind) - preference.indexOf(other.kind));
  return {
    required,
    description: typeof description === 'string' ? description : undefined,
    contents: sorted.length > 0 ? sorted : [getContent('application/json', true, {})],
  };
}

function getContent(contentTypes: string, schema: Json, encoding: JsonObject): BodyContent {
  const type = /^(?:\*|application)\/\*/.test(contentTypes) ? 'application/json' : contentTypes.trim();
  const kind = getKind(type);
  return { type: kind === 'multipart' ? 'multipart/form-data' : type, kind, schema, encoding };
}

function getKind(type: string): BodyKind {
  if (/[/+]json\b|\bjson$|\/x-amz-json-/i.test(type)) return 'json';
  if (/^application\/x-www-form-urlencoded/i.test(type)) return 'form';
  if (/^multipart\//i.test(type)) return 'multipart';
  return /^text\/|[/+]xml|yaml|javascript|graphql/i.test(type) ? 'text' : 'file';
}
