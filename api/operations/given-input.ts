import type { JsonObject } from '../../schemas/json/types.js';
import { routes } from './registry.js';
import type { Operation } from './shared/operation.js';
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
 * the same code.
 * @param callable what takes the arguments, where that is not the operation itself
 * @throws Problem body_invalid, request_invalid
 */
export function prepareGiven(
  operation: Operation,
  input: JsonObject,
  callable: Callable = operation,
): JsonObject {
  return prepareInput(callable, input, inBodies.get(operation) ?? none);
}
