import type { Json, JsonObject, JsonSchema } from '../schemas/json.js';
import { exitCodes, Failure } from './failure.js';

/** One `-p`: `key=text`, or `key:=json`. */
export interface Parameter {
  key: string;
  text: string;
  isJson: boolean;
}

/** @throws Failure for what is neither `key=value` nor `key:=json` */
export function parseParameter(argument: string): Parameter {
  const at = argument.indexOf('=');
  const isJson = argument[at - 1] === ':';
  const key = argument.slice(0, isJson ? at - 1 : at);
  if (at < 1 || key === '') {
    throw new Failure(exitCodes.usage, `\`-p ${argument}\` is not a parameter`, [
      'Write it as `-p name=value`, or `-p name:=json` for a value that is not text.',
    ]);
  }
  return { key, text: argument.slice(at + 1), isJson };
}

/**
 * The parameters as JSON, on top of those of a file. Text becomes what the flow's schema asks for; what does not fit
 * stays text, for the service to say what is wrong with it. A list is gathered from repeated keys.
 * @throws Failure for `:=` with text that is no JSON
 */
export function buildParameters(
  parameters: readonly Parameter[],
  schema: JsonSchema,
  fromFile: JsonObject,
): JsonObject {
  const values = new Map<string, Json>(Object.entries(fromFile));
  const gathered = new Set<string>();
  for (const parameter of parameters) {
    const { key, text } = parameter;
    const member = memberOf(schema, key);
    if (parameter.isJson) values.set(key, parseJson(parameter));
    else if (typesOf(member).includes('array') && !text.trimStart().startsWith('[')) {
      const before = gathered.has(key) ? values.get(key) : undefined;
      const list = Array.isArray(before) ? before : [];
      values.set(key, [...list, coerce(text, itemsOf(member))]);
      gathered.add(key);
    } else values.set(key, coerce(text, member));
  }
  return Object.fromEntries(values);
}

function parseJson({ key, text }: Parameter): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Failure(exitCodes.usage, `\`-p ${key}:=${text}\` is not JSON: ${(error as Error).message}`, [
      `For text, write \`-p ${key}=${text}\`.`,
    ]);
  }
}

function coerce(text: string, schema: JsonSchema): Json {
  const types = typesOf(schema);
  if (types.length === 0 || types.includes('string')) return text;
  for (const type of types) {
    const value = read(text, type);
    if (value !== undefined) return value;
  }
  return text;
}

/** The text as a value of the type, or undefined when it is none. */
function read(text: string, type: string): Json | undefined {
  switch (type) {
    case 'integer':
      return /^[+-]?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'null':
      return text === 'null' ? null : undefined;
    default:
      return readJson(text, type === 'array');
  }
}

function readJson(text: string, isList: boolean): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return value !== null && typeof value === 'object' && Array.isArray(value) === isList ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The types a schema allows, also where it says so by its values or its alternatives. */
function typesOf(schema: JsonSchema): string[] {
  if (typeof schema === 'boolean') return [];
  const { type, enum: choices, const: only } = schema;
  if (type !== undefined) return (Array.isArray(type) ? type : [type]).map(String);
  if (only !== undefined) return [typeName(only)];
  if (Array.isArray(choices)) return choices.map(typeName);
  const alternatives = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'];
  return Array.isArray(alternatives) ? alternatives.filter(isSchema).flatMap(typesOf) : [];
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function memberOf(schema: JsonSchema, key: string): JsonSchema {
  if (typeof schema === 'boolean') return true;
  const properties = schema['properties'];
  if (isSchema(properties) && typeof properties === 'object' && Object.hasOwn(properties, key)) {
    return resolve(properties[key], schema);
  }
  return isSchema(schema['additionalProperties']) ? resolve(schema['additionalProperties'], schema) : true;
}

function itemsOf(schema: JsonSchema): JsonSchema {
  const items = typeof schema === 'boolean' ? true : schema['items'];
  return isSchema(items) ? items : true;
}

/** Follows a reference to `#/$defs/…` of the same document. */
function resolve(schema: Json | undefined, root: JsonObject): JsonSchema {
  if (!isSchema(schema)) return true;
  const reference = typeof schema === 'object' ? schema['$ref'] : undefined;
  const name = typeof reference === 'string' ? /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1] : undefined;
  const definitions = root['$defs'];
  if (name === undefined || !isSchema(definitions) || typeof definitions === 'boolean') return schema;
  const found = definitions[name];
  return isSchema(found) ? found : true;
}

function isSchema(value: Json | undefined): value is JsonSchema {
  return typeof value === 'boolean' || (value !== null && typeof value === 'object' && !Array.isArray(value));
}
