import type { JsonObject } from '../../schemas/json.js';
import type { Operation } from '../operations/operation.js';
import { type Callable, type Contents, prepareInput } from '../operations/prepare-input.js';
import { bodyInputsOf, type RestBinding } from './binding.js';
import { routes } from './routes/index.js';

const inBodies = new Map<Operation, Contents>();
for (const binding of routes) {
  const known = inBodies.get(binding.operation);
  const names = new Set([...(known?.names ?? []), ...bodyInputsOf(binding)]);
  inBodies.set(binding.operation, { names, isOpen: known?.isOpen || isOfMembers(binding) });
}

function isOfMembers({ body, bodies }: RestBinding): boolean {
  return [body, ...Object.values(bodies ?? {})].some(Array.isArray);
}

const none: Contents = { names: new Set(), isOpen: false };

/**
 * As `prepareInput`, for surfaces without a body: what is one over REST is refused with the same code.
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
