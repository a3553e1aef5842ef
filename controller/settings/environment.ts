import { type Json, type JsonObject, schema } from '../../schemas/index.js';
import { nearest } from '../../schemas/nearest.js';
import type { ProblemDetail } from '../problems/index.js';

const prefix = 'SVC_';

export interface EnvironmentOverrides {
  value: JsonObject;
  errors: ProblemDetail[];
  /** Returns the variable that sets the value at `pointer`, or a value around it. */
  findVariable(pointer: string): string | undefined;
}

interface Field {
  type?: string;
  items?: Field;
  properties?: Record<string, Field>;
}

/**
 * Reads `SVC_<Section>__<Key>` variables, in any case, with the types of the schema. Variables in capitals without `__`,
 * such as `SVC_SERVER` of the CLI, are not settings. An empty variable counts as not set.
 */
export function readEnvironment(environment: NodeJS.ProcessEnv): EnvironmentOverrides {
  const root = schema('settings') as Field;
  const value: JsonObject = {};
  const errors: ProblemDetail[] = [];
  const variables = new Map<string, string>();
  for (const [variable, text] of Object.entries(environment).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!variable.startsWith(prefix) || text === undefined || text === '') continue;
    const steps = variable.slice(prefix.length).split('__');
    const field = findField(root, steps);
    if (field) {
      const pointer = `/${field.path.join('/')}`;
      variables.set(pointer, variable);
      set(value, field.path, coerce(field.field, text));
    } else if (steps.length > 1 || variable !== variable.toUpperCase()) {
      errors.push(unknownVariable(root, variable));
    }
  }
  const findVariable = (pointer: string) =>
    [...variables].find(([knownPath]) => pointer === knownPath || pointer.startsWith(`${knownPath}/`))?.[1];
  return { value, errors, findVariable };
}

/** Finds a single setting; a variable cannot set a whole section. */
function findField(root: Field, steps: readonly string[]): { path: string[]; field: Field } | undefined {
  const path: string[] = [];
  let field = root;
  for (const step of steps) {
    const name = Object.keys(field.properties ?? {}).find((key) => key.toLowerCase() === step.toLowerCase());
    const next = name === undefined ? undefined : field.properties?.[name];
    if (name === undefined || !next) return undefined;
    path.push(name);
    field = next;
  }
  return field.properties ? undefined : { path, field };
}

function unknownVariable(root: Field, variable: string): ProblemDetail {
  const meant = nearest(variable, allVariables(root, prefix));
  const suggestion = meant === undefined ? '' : `; did you mean \`${meant}\`?`;
  return { message: `the environment variable \`${variable}\` names no setting${suggestion}` };
}

function allVariables(field: Field, name: string): string[] {
  if (!field.properties) return [name];
  return Object.entries(field.properties).flatMap(([key, inner]) =>
    allVariables(inner, name === prefix ? prefix + key : `${name}__${key}`),
  );
}

/** Converts a text to the type of its field; a text that does not convert is left for the schema to refuse. */
function coerce(field: Field, text: string): Json {
  if (field.type === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (field.type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (field.type === 'array') return toList(field.items ?? {}, text);
  if (field.type === 'object' && text.trimStart().startsWith('{')) return fromJson(text);
  return text;
}

/** Reads a JSON list, or values that are separated by commas. */
function toList(items: Field, text: string): Json {
  if (text.trimStart().startsWith('[')) return fromJson(text);
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => coerce(items, item));
}

function fromJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function set(target: JsonObject, [name = '', ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) target[name] = value;
  else {
    target[name] ??= {};
    set(target[name] as JsonObject, rest, value);
  }
}
