import { applyJsonPatch, applyMergePatch } from '../../controller/changes/patches/index.js';
import { Problem } from '../../controller/problems/index.js';
import type { SecretValue } from '../../controller/vault/contract.js';
import type { Json, JsonObject } from '../../schemas/json.js';
import { type Callable, prepareInput } from './prepare-input.js';

const limits = { depth: 3 };
/** What needs no look at a value: who may set secrets cannot read them, nor find out by trying. */
const allowed = ['add', 'replace', 'remove'];

/** What a secret holds after a merge patch (RFC 7396) of its keys. */
export function mergedValue(value: SecretValue, patch: JsonObject): SecretValue {
  return applyMergePatch(value, patch, limits) as SecretValue;
}

/**
 * What a secret holds after a JSON patch (RFC 6902) of `{"value": …}` that sets and removes keys.
 * @param callable says what a value is
 * @throws Problem patch_invalid, patch_conflict, body_invalid
 */
export function patchedValue(value: SecretValue, patch: Json, callable: Callable): SecretValue {
  for (const [index, operation] of (patch as JsonObject[]).entries()) refuseLooking(operation, index);
  const after = applyJsonPatch({ value }, patch, limits);
  return prepareInput(callable, after, { names: new Set(['value']), isOpen: true })['value'] as SecretValue;
}

function refuseLooking({ op, path }: JsonObject, index: number): void {
  const isAllowed = allowed.includes(op as string);
  if (isAllowed && /^\/value\/[^/]*$/.test(String(path))) return;
  const pointer = `/${index}/${isAllowed ? 'path' : 'op'}`;
  const message = isAllowed ? 'must be `/value/` and a key' : 'must be `add`, `replace` or `remove`';
  throw new Problem('patch_invalid', `The patch is not one of a secret at \`${pointer}\`: it ${message}.`, {
    errors: [{ pointer, message }],
    hints: ['Set and remove keys: the values that are there are never looked at for a caller.'],
  });
}
