import { parseJsonText } from '../../schemas/json/json-text.js';
import { textNestsTooDeep } from '../../schemas/json/nesting.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { objectOr } from '../../schemas/json/values.js';
import { routes } from './registry.js';
import type { InputSchema, Operation } from './shared/operation.js';
import { type Callable, type Contents, prepareInput } from './shared/prepare-input.js';
import { getBodyInputs, type Route } from './shared/route.js';

const inBodies = new Map<Operation, Contents>();
for (const route of routes) {
  const parameters = inBodies.get(route.operation);
  const names = new Set([...(parameters?.names ?? []), ...getBodyInputs(route)]);
  inBodies.set(route.operation, { names, isOpen: parameters?.isOpen || hasMembers(route) });
}

function hasMembers({ body, bodies }: Route): boolean {
  return [body, ...Object.values(bodies ?? {})].some(Array.isArray);
}

const none: Contents = { names: new Set(), isOpen: false };

/**
 * Prepares input as `prepareInput` does, for protocols without a body: input that REST takes from the body is refused with
 * the same code. An optional argument that is null counts as absent, unless null has a meaning of its own; an object may come as JSON text.
 * @param callable what takes the arguments, where that is not the operation itself
 * @throws Problem body_invalid, request_invalid
 */
export function prepareGiven(
  operation: Operation,
  input: JsonObject,
  callable: Callable = operation,
): JsonObject {
  dropNulls(callable.input, input);
  readJsonTexts(callable.input, input);
  return prepareInput(callable, input, inBodies.get(operation) ?? none);
}

/** Strict and generated clients send null for every optional argument that they leave out. */
function dropNulls({ properties, required = [] }: InputSchema, input: JsonObject): void {
  for (const [name, value] of Object.entries(input)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (value === null && property && !required.includes(name) && !takesNull(property)) delete input[name];
  }
}

/** Models often send an object as JSON text: it is read where the argument is an object, and no text. */
function readJsonTexts({ properties }: InputSchema, input: JsonObject): void {
  for (const [name, value] of Object.entries(input)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (typeof value !== 'string' || property?.['type'] !== 'object' || !/^\s*\{/.test(value)) continue;
    if (textNestsTooDeep(value)) continue;
    try {
      input[name] = parseJsonText(value) as Json;
    } catch {
      // The check of the arguments says what is needed.
    }
  }
}

/** True where null is a value of its own, such as for a time that is to have no end. */
export function takesNull({ type, enum: choices, const: only, ...rest }: JsonObject): boolean {
  if (type === undefined && choices === undefined && only === undefined) {
    const forms = [rest['anyOf'], rest['oneOf']].flatMap((list) => (Array.isArray(list) ? list : []));
    return forms.length === 0 || forms.some((form) => takesNull(objectOr(form)));
  }
  return (
    [type].flat().includes('null') || only === null || (Array.isArray(choices) && choices.includes(null))
  );
}
