import { stringify } from 'yaml';
import { Problem } from '../../../controller/problems/index.js';
import { unifiedDiff } from '../../../controller/yaml-edit/compare/unified-diff.js';
import { applyJsonPatch } from '../../../controller/yaml-edit/patches/apply-patch.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isEqual } from '../../../schemas/json/values.js';
import { jsonPatchField, writeFields } from './fields.js';
import type { OperationContext, Result } from './operation.js';
import { type Callable, prepareInput } from './prepare-input.js';
import { changeField, described, flag, text, withOptional } from './schemas.js';

/** Input of every write to an entity in the installation's database. */
export const dryRunField: JsonObject = {
  ...writeFields.dryRun,
  description: 'Change nothing; answer with the entity after the change, and the diff.',
};

/** Input of an operation that changes fields: as new values, or by `jsonPatch`. */
export function updateFields(fields: Readonly<Record<string, JsonObject>>): Record<string, JsonObject> {
  return { ...fields, jsonPatch: jsonPatchField, dryRun: dryRunField };
}

/** Members that the answer to a dry run has besides. */
const previewFields: Readonly<Record<string, JsonObject>> = {
  dryRun: described(flag, 'Nothing was changed: the answer shows the entity after the change.'),
  change: described(changeField, 'With `dryRun`: the effect on the entity.'),
  diff: described(text, 'With `dryRun`: the unified diff of the entity as YAML, without secrets.'),
};

/** The schema of the answer to a write. @param issued members of a created entity only, which a preview has not */
export function writeShape(shape: JsonObject, title: string, issued: readonly string[] = []): JsonObject {
  const required = (shape['required'] as string[]).filter((name) => !issued.includes(name));
  return withOptional({ ...shape, required }, title, previewFields);
}

/**
 * Answers a dry run.
 * @param what such as `user/ada`
 * @param before the entity as reading gives it; undefined where there is none yet
 * @param after the entity as reading would give it; undefined where it would be deleted
 */
export function getPreview(
  { audit }: OperationContext,
  what: string,
  before: object | undefined,
  after: object | undefined,
): Result {
  audit?.note({ dryRun: true });
  const [old = '', fresh = ''] = [before, after].map((side) => (side ? stringify(side) : ''));
  const change = !before ? 'created' : !after ? 'deleted' : old === fresh ? 'unchanged' : 'updated';
  const diff = unifiedDiff({ oldPath: before && what, newPath: after && what, before: old, after: fresh });
  return { value: { ...(after ?? before), dryRun: true, change, diff } };
}

/** Nesting that a patch may reach; entities here are flatter. */
const depth = 100;

/**
 * Makes a reader of JSON patches (RFC 6902) for the entities of one type. The reader returns the changed fields with
 * their new values, null where the patch removes one.
 * @param name of the operation
 * @param fields that can be changed, with their schemas
 */
export function patchReader<Changes>(
  name: string,
  fields: Readonly<Record<string, JsonObject>>,
): (value: object, patch: Json) => Changes {
  const callable: Callable = { name, input: { properties: fields } };
  const contents = { names: new Set(Object.keys(fields)), isOpen: true };
  return (value, patch) => {
    const changes = changedMembers(value as JsonObject, patch);
    const fixed = Object.keys(changes).filter((member) => !Object.hasOwn(fields, member));
    if (fixed.length === 0) return prepareInput(callable, changes, contents) as Changes;
    const fieldNames = Object.keys(fields).map((field) => `\`/${field}\``);
    throw new Problem('body_invalid', `The patch changes fixed fields: \`/${fixed.join('`, `/')}\``, {
      errors: fixed.map((member) => ({ pointer: `/${member}`, message: 'cannot be changed' })),
      hints: [`Change ${fieldNames.join(', ')} only.`],
    });
  };
}

/** Returns the members that a JSON patch changes, null for removed ones. @throws Problem patch_invalid, patch_conflict */
export function changedMembers(value: JsonObject, patch: Json): JsonObject {
  const before = JSON.parse(JSON.stringify(value)) as JsonObject;
  const after = applyJsonPatch(before, patch, { depth });
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => !isEqual(before[name] ?? null, after[name] ?? null));
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

/** @throws Problem body_invalid for a patch and fields in one call */
export function requireOneKind(jsonPatch: Json | undefined, fields: object): void {
  const [field] = Object.keys(fields);
  if (jsonPatch === undefined || field === undefined) return;
  throw new Problem('body_invalid', `\`jsonPatch\` and \`${field}\` cannot be given together`, {
    errors: [{ pointer: `/${field}`, message: 'cannot be combined with `jsonPatch`' }],
    hints: ['Send all changes as `jsonPatch`, or none.'],
  });
}
