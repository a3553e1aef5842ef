import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import type { Operation } from './operations.js';
import type { ApiDocument } from './read.js';
import { resolvedObject } from './references.js';

type Place = 'path' | 'query' | 'header' | 'cookie';

/** How a value becomes text. */
export interface Serialisation {
  readonly style: string;
  readonly explode: boolean;
  /** Reserved characters stay as they are. */
  readonly allowReserved: boolean;
  /** The value is JSON as a whole. */
  readonly isJson: boolean;
}

/** A parameter of an operation, in any version. */
export interface Parameter extends Serialisation {
  /** The name in the input of the action. */
  readonly key: string;
  readonly name: string;
  readonly in: Place;
  readonly required: boolean;
  /** As the document has it. */
  readonly schema: Json;
  /** The value is a list; one text, number or boolean is sent as a list of one. */
  readonly isList: boolean;
  readonly description: string | undefined;
}

/** Names of the input that are no parameters. */
const reserved = new Set(['body', 'contentType']);
/** Headers that the request has for other reasons: the specification leaves their parameters out. */
const ownHeaders = /^(?:accept|content-type|authorization|content-length|host)$/i;
const places: readonly string[] = ['path', 'query', 'header', 'cookie'];
const defaultStyles: Readonly<Record<Place, string>> = {
  path: 'simple',
  header: 'simple',
  query: 'form',
  cookie: 'form',
};
/** The formats of collections of version 2.0. */
const collections: Readonly<Record<string, string>> = {
  ssv: 'spaceDelimited',
  tsv: 'tabDelimited',
  pipes: 'pipeDelimited',
};

/** The parameters as written, references followed, those of the path item included. @throws UnusableError */
export function writtenParameters({ root }: ApiDocument, { item, definition }: Operation): JsonObject[] {
  const all = new Map<string, JsonObject>();
  for (const list of [item['parameters'], definition['parameters']]) {
    for (const definition of Array.isArray(list) ? list : []) {
      const parameter = resolvedObject(root, definition);
      if (typeof parameter['name'] === 'string')
        all.set(`${parameter['in']} ${parameter['name']}`, parameter);
    }
  }
  return [...all.values()];
}

/** The parameters that become parts of the address, headers and cookies. @throws UnusableError */
export function getParameters(document: ApiDocument, operation: Operation): Parameter[] {
  const inPath = placesIn(operation.path);
  const definitions = writtenParameters(document, operation).filter((each) => {
    if (each['in'] === 'header') return !ownHeaders.test(String(each['name']));
    if (each['in'] === 'path') return inPath.has(String(each['name']));
    return places.includes(String(each['in']));
  });
  const pathNames = new Set(definitions.filter((each) => each['in'] === 'path').map((each) => each['name']));
  for (const name of inPath) if (!pathNames.has(name)) definitions.push({ name, in: 'path' });
  const counts = new Map<Json, number>();
  for (const { name = null } of definitions) counts.set(name, (counts.get(name) ?? 0) + 1);
  return definitions.map((each) => {
    const name = String(each['name']);
    const isShared = (counts.get(name) ?? 0) > 1 || reserved.has(name);
    return getParameter(document, each, isShared ? `${each['in']}_${name}` : name);
  });
}

function placesIn(path: string): Set<string> {
  return new Set([...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name));
}

function getParameter({ root, version }: ApiDocument, definition: JsonObject, key: string): Parameter {
  const at = definition['in'] as Place;
  const [content] = Object.entries(objectOr(definition['content']));
  const { style, explode, schema, description } = definition;
  const format = definition['collectionFormat'];
  const ownStyle = typeof style === 'string' ? style : defaultStyles[at];
  const isExploded = version !== '2.0' && explode === undefined ? ownStyle === 'form' : explode === true;
  const ownSchema = content
    ? (resolvedObject(root, content[1])['schema'] ?? true)
    : version === '2.0'
      ? definition
      : (findSchema(schema) ?? true);
  return {
    key,
    name: String(definition['name']),
    in: at,
    required: at === 'path' || definition['required'] === true,
    style: collections[String(format)] ?? ownStyle,
    explode: version === '2.0' ? format === 'multi' : isExploded,
    allowReserved: definition['allowReserved'] === true,
    isJson: content !== undefined && /json/i.test(content[0]),
    schema: ownSchema,
    isList: resolvedObject(root, ownSchema)['type'] === 'array',
    description: typeof description === 'string' ? description : undefined,
  };
}

function findSchema(schema: Json | undefined): Json | undefined {
  return isObject(schema) || typeof schema === 'boolean' ? schema : undefined;
}
