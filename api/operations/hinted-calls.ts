import {
  type CallHint,
  type CallWriter,
  type FailedCall,
  type Hint,
  type HintBody,
  type Problem,
  toHintBody,
} from '../../controller/problems/index.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { operations, routes } from './registry.js';
import type { Operation } from './shared/operation.js';
import { getParams } from './shared/route.js';

const byName = new Map<string, Operation>(operations.map((operation) => [operation.name, operation]));

/** The inputs that stand in a path of an operation: those that name something. */
const names = new Map<string, ReadonlySet<string>>();
for (const route of routes) {
  const inPath = getParams(route).map((name) => (name === '*' ? (route.rest ?? name) : name));
  const { name } = route.operation;
  names.set(name, new Set([...(names.get(name) ?? []), ...inPath]));
}

/** Takes the place of hints that only repeat the call with arguments that the operation does not have. */
const unrepeatable = 'Ask a person who has the right to do it.';

/** Writes the calls of hints as one protocol has them. */
export interface Surface {
  writeCall: CallWriter;
  /** The default branch. */
  production: string;
}

/** Returns the hints of a problem with their calls as a protocol has them, completed by the names of the call that failed. */
export function toHints({ hints, call }: Problem, { writeCall, production }: Surface): HintBody[] {
  return hints.map((hint) => toHintBody(completeHint(hint, call, production), writeCall));
}

function completeHint(hint: Hint, call: FailedCall | undefined, production: string): Hint {
  if (typeof hint === 'string') return hint;
  if (hint.operation === undefined) return isRepeatable(hint, call) ? hint : unrepeatable;
  const args: JsonObject = {};
  for (const name of names.get(hint.operation) ?? []) {
    const value = call?.input[name] ?? defaults(name, production);
    if (typeof value === 'string') args[name] = value;
  }
  return { ...hint, arguments: { ...args, ...hint.arguments } };
}

function defaults(name: string, production: string): string | undefined {
  if (name === 'branch') return production;
  return name === 'op' ? 'platform' : undefined;
}

function isRepeatable({ arguments: args = {} }: CallHint, call: FailedCall | undefined): boolean {
  const properties = call && byName.get(call.operation)?.input.properties;
  return properties === undefined || Object.keys(args).every((name) => Object.hasOwn(properties, name));
}

/** Returns the required arguments of a call that have no value, each as a place to fill: `<name>`. */
export function getGaps(operation: Operation, args: JsonObject): JsonObject {
  const { required = [] } = operation.input;
  const missing = required.filter((name) => args[name] === undefined && name !== 'op' && name !== 'branch');
  return Object.fromEntries(missing.map((name) => [name, `<${name}>`]));
}

export function findOperation(name: string | undefined): Operation | undefined {
  return name === undefined ? undefined : byName.get(name);
}
