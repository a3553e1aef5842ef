import { stringify } from 'yaml';
import { isEqual, unifiedDiff } from '../../controller/changes/compare/index.js';
import { applyJsonPatch } from '../../controller/changes/patches/index.js';
import { Problem } from '../../controller/problems/index.js';
import type { Json, JsonObject } from '../../schemas/json.js';
import { jsonPatchField, manner } from './entity-write-fields.js';
import type { InputSchema, OperationContext, Result } from './operation.js';
import { type Callable, prepareInput } from './prepare-input.js';

/** Input of a write of what is in the installation's database, as entities of a branch have it. */
export const dryRunField: JsonObject = {
  ...manner['dryRun'],
  description: 'Change nothing; answer with what would be, and the diff.',
};

/** How fields of such a thing are changed: stated as they are to be, or by `jsonPatch`. */
export interface UpdateManner {
  kind?: string;
  jsonPatch?: Json;
  dryRun?: boolean;
}

/** Input of an operation that changes fields of such a thing. */
export function updateFields(fields: Readonly<Record<string, JsonObject>>): Record<string, JsonObject> {
  return { ...fields, jsonPatch: jsonPatchField, dryRun: dryRunField };
}

/** Input of an operation that deletes one. */
export function deletionOf({ properties, required }: InputSchema): InputSchema {
  return { properties: { ...properties, dryRun: dryRunField }, ...(required && { required }) };
}

/** What the answer to a dry run says besides. */
const previewFields: Readonly<Record<string, JsonObject>> = {
  dryRun: { type: 'boolean', description: 'Nothing was changed: this is what would be.' },
  change: {
    type: 'string',
    enum: ['created', 'updated', 'deleted', 'unchanged'],
    description: 'With `dryRun`: what would become of it.',
  },
  diff: {
    type: 'string',
    description: 'With `dryRun`: the unified diff of what reading it gives, as YAML; no secret is in it.',
  },
};

/**
 * The schema of what a write answers: what reading gives, or would.
 * @param issued members that only something that was made has, not what would be
 */
export function writeShape(shape: JsonObject, title: string, issued: readonly string[] = []): JsonObject {
  const required = (shape['required'] as string[]).filter((name) => !issued.includes(name));
  return {
    ...shape,
    title,
    required,
    properties: { ...(shape['properties'] as JsonObject), ...previewFields },
  };
}

/**
 * The answer to a dry run.
 * @param what such as `user/ada`
 * @param before what reading gives; undefined for what is not there yet
 * @param after what reading would give; undefined for what would be gone
 */
export function previewOf(
  { audit }: OperationContext,
  what: string,
  before: object | undefined,
  after: object | undefined,
): Result {
  audit?.note({ dryRun: true });
  const [old, fresh] = [before, after].map((side) => (side ? stringify(side) : ''));
  const change = !before ? 'created' : !after ? 'deleted' : old === fresh ? 'unchanged' : 'updated';
  const diff = unifiedDiff({
    oldPath: before && what,
    newPath: after && what,
    before: old ?? '',
    after: fresh ?? '',
  });
  return { value: { ...(after ?? before), dryRun: true, change, diff } };
}

/** JSON that is nested deeper is no patch of anything here. */
const depth = 100;

/**
 * Reads JSON patches (RFC 6902) of what reading gives as the fields that an operation changes: each at what it comes to,
 * null where it goes.
 * @param name of the operation
 * @param fields the ones that can be changed, with their schemas
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
    const known = Object.keys(fields).map((field) => `\`/${field}\``);
    throw new Problem('body_invalid', `The patch changes what stays: \`/${fixed.join('`, `/')}\``, {
      errors: fixed.map((member) => ({ pointer: `/${member}`, message: 'cannot be changed' })),
      hints: [`Change ${known.join(', ')} only.`],
    });
  };
}

/**
 * The members that a JSON patch changes, at what it makes of them; null for those that go.
 * @throws Problem patch_invalid, patch_conflict
 */
export function changedMembers(value: JsonObject, patch: Json): JsonObject {
  const before = JSON.parse(JSON.stringify(value)) as JsonObject;
  const after = applyJsonPatch(before, patch, { depth });
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => !isEqual(before[name] ?? null, after[name] ?? null));
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

interface Update<Value, Changes> {
  /** Such as `user/ada`. */
  what: string;
  /** What is changed, where no `jsonPatch` says it. */
  fields: Changes;
  jsonPatch?: Json | undefined;
  dryRun?: boolean | undefined;
  readPatch(value: Value, patch: Json): Changes;
}

/**
 * Changes an entity by its fields or by a JSON patch, or says what that would do.
 * @param write what changes it, given what is to change of it as it is then
 */
export async function updateEntityOf<Value extends object, Changes extends object>(
  context: OperationContext,
  { what, fields, jsonPatch, dryRun, readPatch }: Update<Value, Changes>,
  write: (change: (value: Value) => Changes) => Promise<Value>,
): Promise<Result> {
  requireOneKind(jsonPatch, fields);
  let before: Value | undefined;
  const after = await write((value) => {
    before = value;
    const changes = jsonPatch === undefined ? fields : readPatch(value, jsonPatch);
    context.audit?.note({ changed: JSON.stringify(changes) });
    return changes;
  });
  return dryRun ? previewOf(context, what, before, after) : { value: after };
}

/** @throws Problem body_invalid for a patch and fields in one call */
export function requireOneKind(jsonPatch: Json | undefined, fields: object): void {
  const [field] = Object.keys(fields);
  if (jsonPatch === undefined || field === undefined) return;
  throw new Problem('body_invalid', `\`jsonPatch\` and \`${field}\` cannot be given together`, {
    errors: [{ pointer: `/${field}`, message: 'is for a call without `jsonPatch`' }],
    hints: ['Give all changes as `jsonPatch`, or none.'],
  });
}
