import type { Json, JsonObject } from '../../../schemas/json.js';
import { isEqual, isObject } from '../compare/equal.js';
import { jsonFault } from '../compare/json-fault.js';
import { Draft, PlaceError } from './draft.js';
import { type PatchOperation, parseOperations } from './parse-operations.js';
import { type PatchLimits, patchConflict, patchInvalid } from './patch-problem.js';

/** Values that copies may add up to: each copy of a copy doubles. */
const mostCopied = 100_000;

/**
 * The definition after a JSON patch (RFC 6902), all of its operations or none. Neither argument is changed.
 * @throws Problem patch_invalid when it is no patch, patch_conflict when a place is not there or a test fails
 */
export function applyJsonPatch(definition: JsonObject, patch: unknown, limits: PatchLimits): JsonObject {
  const operations = parseOperations(patch, limits.depth);
  const draft = new Draft(definition);
  let copied = 0;
  for (const [index, operation] of operations.entries()) {
    try {
      if (operation.op === 'copy') copied += sizeOf(draft.read(operation.from), mostCopied);
      if (copied > mostCopied) throw patchInvalid(`/${index}`, 'it copies more than a file can hold');
      apply(draft, operation);
    } catch (error) {
      if (!(error instanceof PlaceError)) throw error;
      throw patchConflict(index, error.pointer, error.message);
    }
  }
  const { value } = draft;
  if (!isObject(value)) throw patchInvalid('', 'an entity is an object, and would not be one after it');
  const fault = jsonFault(value, limits.depth);
  if (fault) throw patchInvalid('', `after it, ${fault.message}`, fault.hint);
  return value;
}

function apply(draft: Draft, operation: PatchOperation): void {
  const { path } = operation;
  if (operation.op === 'add') draft.insert(path, operation.value);
  else if (operation.op === 'remove') draft.remove(path);
  else if (operation.op === 'replace') draft.replace(path, operation.value);
  else if (operation.op === 'copy') draft.insert(path, draft.read(operation.from));
  else if (operation.op === 'move') draft.insert(path, draft.remove(operation.from));
  else if (!isEqual(draft.read(path), operation.value)) {
    throw new PlaceError(path, 'the value differs from the one tested for');
  }
}

/** Values within a value, itself included; stops counting beyond `most`. */
function sizeOf(value: Json, most: number): number {
  let size = 0;
  const open = [value];
  for (let next = open.pop(); next !== undefined && size <= most; next = open.pop()) {
    size += 1;
    if (typeof next === 'object' && next !== null) open.push(...Object.values(next));
  }
  return size;
}
