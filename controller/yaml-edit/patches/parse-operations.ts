import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, parsePointer } from '../../../schemas/json/values.js';
import { Problem } from '../../problems/index.js';
import { jsonFault } from '../compare/changes-between.js';

export type PatchOperation =
  | { op: 'add' | 'replace' | 'test'; path: string[]; value: Json }
  | { op: 'remove'; path: string[] }
  | { op: 'move' | 'copy'; path: string[]; from: string[] };

const maxOperations = 10_000;

/** @throws Problem patch_invalid */
export function parseOperations(patch: unknown, depth: number): PatchOperation[] {
  if (!Array.isArray(patch)) throw patchInvalid('', 'a JSON patch is a list of operations');
  if (patch.length > maxOperations) throw patchInvalid('', `it has more than ${maxOperations} operations`);
  const fault = jsonFault(patch as Json, depth + 2);
  if (fault) throw patchInvalid(fault.pointer, fault.message, fault.hint);
  return patch.map((operation, index) => parseOperation(operation, `/${index}`));
}

function parseOperation(operation: Json, at: string): PatchOperation {
  if (!isObject(operation)) throw patchInvalid(at, 'an operation is an object');
  const { op } = operation;
  const path = place(operation, 'path', at);
  switch (op) {
    case 'add':
    case 'replace':
    case 'test':
      if (!Object.hasOwn(operation, 'value')) throw patchInvalid(at, `\`${op}\` needs a \`value\``);
      return { op, path, value: operation['value'] as Json };
    case 'remove':
      return { op, path };
    case 'move':
    case 'copy': {
      const from = place(operation, 'from', at);
      const isInside = path.length > from.length && from.every((name, index) => name === path[index]);
      if (op === 'move' && isInside) throw patchInvalid(at, 'a value cannot be moved into itself');
      return { op, path, from };
    }
    default: {
      const operations = '`add`, `remove`, `replace`, `move`, `copy` or `test`';
      throw patchInvalid(`${at}/op`, `\`op\` must be ${operations}`);
    }
  }
}

function place(operation: JsonObject, name: 'path' | 'from', at: string): string[] {
  const pointer = operation[name];
  const names = typeof pointer === 'string' ? parsePointer(pointer) : undefined;
  if (!names)
    throw patchInvalid(`${at}/${name}`, `\`${name}\` must be a JSON pointer, such as \`/config/timeout\``);
  if (names.includes('__proto__')) throw patchInvalid(`${at}/${name}`, 'the key `__proto__` is not allowed');
  return names;
}

/** @param pointer into the patch */
export function patchInvalid(pointer: string, message: string, hint?: string): Problem {
  const where = pointer === '' ? '' : ` at \`${pointer}\``;
  return new Problem('patch_invalid', `The patch is not valid${where}: ${message}.`, {
    errors: [{ pointer, message }],
    ...(hint === undefined ? {} : { hints: [hint] }),
  });
}

/** @param pointer into the definition */
export function patchConflict(index: number, pointer: string, message: string): Problem {
  return new Problem('patch_conflict', `Operation ${index} of the patch does not fit: ${message}.`, {
    errors: [{ pointer, message }],
  });
}
