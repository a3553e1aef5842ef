import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { toLiteral, toNumber } from '../../schemas/json/exact-number.js';
import { parseJsonText } from '../../schemas/json/json-text.js';
import type { ExactNumber, Json, JsonObject, JsonSchema } from '../../schemas/json/types.js';
import { isObject } from '../../schemas/json/values.js';
import { misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { getErrorReason } from '../validate/read-file.js';
import { ParameterTypes } from './parameter-types.js';

/** The value of one `-p`: `key=text`, or `key:=json`. */
export interface Parameter {
  key: string;
  text: string;
  isJson: boolean;
}

/** @throws Failure for text that is neither `key=value` nor `key:=json` */
export function parseParameter(argument: string): Parameter {
  const at = argument.indexOf('=');
  const isJson = argument[at - 1] === ':';
  const key = argument.slice(0, isJson ? at - 1 : at);
  if (at < 1 || key === '') {
    const hint = 'Write it as `-p name=value`, or `-p name:=json` for a value that is not text.';
    throw misuse(`\`-p ${argument}\` is not a parameter`, hint);
  }
  return { key, text: argument.slice(at + 1), isJson };
}

const contentHint = '`--params-file` takes a YAML or JSON file with a map of names to values.';

/** Reads parameters from a YAML or JSON file; `-` stands for standard input. @throws Failure */
export async function readParametersFile(io: Io, path: string): Promise<JsonObject> {
  const content = path === '-' ? await readText(io.stdin) : readFile(resolve(io.cwd, path), path);
  const yaml = await import('yaml');
  let value: Json;
  try {
    value = readYaml(content, yaml);
  } catch (error) {
    throw misuse(`${path} is neither YAML nor JSON: ${(error as Error).message}`, contentHint);
  }
  if (isObject(value)) return value;
  throw misuse(`${path} does not hold parameters`, contentHint);
}

/** Reads YAML or JSON; numbers keep all their digits. @throws YAMLError */
function readYaml(content: string, { parseDocument, visit }: typeof import('yaml')): Json {
  const document = parseDocument(content);
  const [error] = document.errors;
  if (error) throw error;
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'number') node.value = getNumber(node.source ?? '', node.value);
    },
  });
  return document.toJS({ maxAliasCount: 100 }) as Json;
}

/** @param source a number of YAML, of which `value` is the double */
function getNumber(source: string, value: number): number | ExactNumber {
  const literal = toLiteral(source);
  if (literal !== undefined) return toNumber(literal);
  return /^0[xo]/.test(source) ? toNumber(String(BigInt(source))) : value;
}

function readFile(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw misuse(`${shown} cannot be read: ${getErrorReason(error)}`, contentHint);
  }
}

/**
 * Adds the parameters of the command line to those of a file. Text is converted to the type that the flow's schema asks
 * for; text that does not convert stays as it is, and the service reports the error. Repeated keys form a list.
 * @throws Failure for `:=` with text that is not JSON
 */
export function buildParameters(
  parameters: readonly Parameter[],
  schema: JsonSchema,
  fromFile: JsonObject,
): JsonObject {
  const types = new ParameterTypes(schema);
  const values = new Map<string, Json>(Object.entries(fromFile));
  const gathered = new Set<string>();
  for (const parameter of parameters) {
    const { key, text } = parameter;
    const field = types.getParameter(key);
    if (parameter.isJson) values.set(key, parseJson(parameter));
    else if (types.getTypes(field)?.has('array') && !text.trimStart().startsWith('[')) {
      const before = gathered.has(key) ? values.get(key) : undefined;
      const list = Array.isArray(before) ? before : [];
      values.set(key, [...list, convert(text, types.getTypes(types.getItem(field, list.length)))]);
      gathered.add(key);
    } else values.set(key, convert(text, types.getTypes(field)));
  }
  return Object.fromEntries(values);
}

function parseJson({ key, text }: Parameter): Json {
  try {
    return parseJsonText(text) as Json;
  } catch (error) {
    const hint = `For text, write \`-p ${key}=${text}\`.`;
    throw misuse(`\`-p ${key}:=${text}\` is not JSON: ${(error as Error).message}`, hint);
  }
}

/** @param types those that the schema allows; where text is one of them, or nothing is said, text stays text */
function convert(text: string, types: ReadonlySet<string> | undefined): Json {
  if (types === undefined || types.has('string')) return text;
  for (const type of types) {
    const value = read(text, type);
    if (value !== undefined) return value;
  }
  return text;
}

/** Returns the text as a value of the type; undefined when it does not convert. */
function read(text: string, type: string): Json | undefined {
  switch (type) {
    case 'integer':
      return /^[+-]?\d+$/.test(text) ? toNumber(toLiteral(text) ?? text) : undefined;
    case 'number': {
      const literal = toLiteral(text.trim());
      if (literal !== undefined) return toNumber(literal);
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
    }
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
    const value = parseJsonText(text) as Json;
    return (isList ? Array.isArray(value) : isObject(value)) ? value : undefined;
  } catch {
    return undefined;
  }
}
