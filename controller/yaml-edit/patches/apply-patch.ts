import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isEqual, isObject, mergePatch } from '../../../schemas/json/values.js';
import { jsonFault } from '../compare/changes-between.js';
import type { YamlLimits } from '../read/yaml-document.js';
import { Draft, PlaceError } from './draft.js';
import { type PatchOperation, parseOperations, patchConflict, patchInvalid } from './parse-operations.js';

/** The most values that all copies of a patch may add: a copy of a copy doubles them. */
const maxCopied = 100_000;

type PatchLimits = Pick<YamlLimits, 'depth'>;

/** Returns the definition after a merge patch (RFC 7396); changes neither argument. @throws Problem patch_invalid */
export function applyMergePatch(definition: JsonObject, patch: unknown, limits: PatchLimits): JsonObject {
  if (!isObject(patch)) throw patchInvalid('', 'a merge patch for an entity is an object');
  const fault = jsonFault(patch, limits.depth);
  if (fault) throw patchInvalid(fault.pointer, fault.message, fault.hint);
  return mergePatch(definition, patch);
}

/**
 * Returns the definition after all operations of a JSON patch (RFC 6902). Neither argument is changed.
 * @throws Problem patch_invalid for something that is not a patch, patch_conflict if a place is missing or a test fails
 */
export function applyJsonPatch(definition: JsonObject, patch: unknown, limits: PatchLimits): JsonObject {
  const operations = parseOperations(patch, limits.depth);
  const draft = new Draft(definition);
  let copied = 0;
  for (const [index, operation] of operations.entries()) {
    try {
      if (operation.op === 'copy') copied += measureSize(draft.read(operation.from), maxCopied);
      if (copied > maxCopied) throw patchInvalid(`/${index}`, 'it copies more than a file can hold');
      apply(draft, operation);
    } catch (error) {
      if (!(error instanceof PlaceError)) throw error;
      throw patchConflict(index, error.pointer, error.message);
    }
  }
  const value = draft.read([]);
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
  else if (operation.op === 'test' && !isEqual(draft.read(path), operation.value)) {
    throw new PlaceError(path, 'the value differs from the one tested for');
  }
}

/** Counts the values in a value, itself included, up to `max`. */
function measureSize(value: Json, max: number): number {
  let size = 0;
  const open = [value];
  for (let next = open.pop(); next !== undefined && size <= max; next = open.pop()) {
    size += 1;
    if (typeof next === 'object' && next !== null) open.push(...Object.values(next));
  }
  return size;
}
