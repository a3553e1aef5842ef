import type { Role, Target } from '../../../controller/security/identity/access/access.js';
import type { ScopeEffect } from '../../../controller/security/identity/access/scopes.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { readsEffects, requireConsent } from './consent.js';
import { type PageInput, pageFields, requirePageSize } from './fields.js';
import { type InputSchema, type Operation, type OperationContext, type Result, reads } from './operation.js';
import { pageByName } from './pages.js';
import {
  dryRunField,
  getPreview,
  patchReader,
  requireOneKind,
  updateFields,
  writeShape,
} from './platform-writes.js';
import { getPage } from './schemas.js';

/** The manner of a write: a dry run changes nothing. */
interface PlatformWriteOptions {
  dryRun?: boolean | undefined;
}

/** A type whose entities live in the installation's database, and the operations that the generic verbs mean for it. */
export interface PlatformEntity {
  type: string;
  /** The input property that names one entity. */
  named: string;
  list: Operation;
  read: Operation;
  create?: Operation;
  /** Changes some fields. */
  update?: Operation;
  /** Replaces the whole definition, where that is another operation. */
  replace?: Operation;
  delete?: Operation;
  /** The argument of `update` that is the definition; left out, the members of the definition are arguments. */
  definition?: string;
}

export type PlatformVerb = 'list' | 'read' | 'create' | 'update' | 'delete';

/** Input of an operation that deletes one entity. */
export function getDeletion({ properties, required }: InputSchema): InputSchema {
  return { properties: { ...properties, dryRun: dryRunField }, ...(required && { required }) };
}

function kindField(kind: string): JsonObject {
  return { const: kind, description: 'The entity type; may be left out.' };
}

type Texts = readonly [title: string, description: string];

/** The operations of one type: what differs between types. */
export interface StoredEntity<Value extends object, New extends object, Changes extends object> {
  type: string;
  plural: string;
  /** The input property that names one entity, with its schema. */
  named: readonly [name: string, schema: JsonObject];
  permission: Role;
  /** The effect of writes, as scopes of credentials tell them apart; left out, that of the permission. */
  scopeEffects?: readonly ScopeEffect[];
  /** Creating and changing may give rights that no scope bounds. */
  isUnbounded?: boolean;
  texts: Readonly<Record<PlatformVerb, Texts>>;
  shape: JsonObject;
  /** Fields of a new entity, and those that may not be left out. */
  fields: Readonly<Record<string, JsonObject>>;
  required: readonly string[];
  /** The answer to a creation, and the members of it that a preview has not; that of reading unless stated. */
  issued?: { shape: JsonObject; members: readonly string[] };
  /** Fields that can be changed. */
  changeable: Readonly<Record<string, JsonObject>>;
  /** The targets, where the type itself is not what the caller needs the role for. */
  targets?: { any(): Target; created(input: New): Target };
  /** The effects of writes, which need consent, each as the text of an `Effect`; a dry run has none. */
  effects: {
    created(input: New): string;
    updated(value: Value, changes: Changes): string;
    /** Left out where a removal only takes access away, and needs no consent. */
    removed?(value: Value): string;
  };
  list(context: OperationContext): readonly Value[];
  /** The text that the list is sorted by. */
  sortedBy(value: Value): string;
  /** @throws Problem where there is none, or none that the caller may see */
  find(context: OperationContext, name: string): Value;
  create(context: OperationContext, input: New, writeOptions: PlatformWriteOptions): Promise<object> | object;
  /** @param change receives the entity as it is when its turn comes, and returns the fields to change */
  update(
    context: OperationContext,
    name: string,
    change: (value: Value) => Changes,
    writeOptions: PlatformWriteOptions,
  ): Promise<Value>;
  remove(context: OperationContext, name: string, writeOptions: PlatformWriteOptions): Promise<void>;
}

/** Makes the operations to list, read, create, update and delete the entities of a type in the database. */
export function storedEntity<Value extends object, New extends object, Changes extends object>(
  of: StoredEntity<Value, New, Changes>,
): Required<Omit<PlatformEntity, 'replace' | 'definition'>> {
  const { type, permission, shape, targets } = of;
  const [named, schema] = of.named;
  const one = { properties: { [named]: schema }, required: [named] };
  const nameIn = (input: object) => String((input as Record<string, unknown>)[named]);
  const about = (verb: PlatformVerb, name = `${verb}-${type}`) => {
    const [title, description] = of.texts[verb];
    return { name, title, description, permission };
  };
  const scopeEffects = of.scopeEffects ? { effects: of.scopeEffects } : {};
  const bounds = { ...scopeEffects, ...(of.isUnbounded ? { isUnbounded: true } : {}) };
  const target = (input: object) => targets?.any() ?? { type, name: nameIn(input) };
  const list: Operation<PageInput> = {
    ...about('list', `list-${of.plural}`),
    hints: reads,
    target: () => targets?.any() ?? { type },
    input: { properties: pageFields },
    output: getPage(shape),
    async run(context, { limit, cursor }) {
      const size = requirePageSize(context.controller.config.current(), limit);
      return { value: pageByName(of.list(context), of.sortedBy, size, cursor) };
    },
  };
  const read: Operation<object> = {
    ...about('read'),
    hints: reads,
    target,
    input: one,
    output: shape,
    run: async (context, input) => ({ value: of.find(context, nameIn(input)) }),
  };
  const remove: Operation<PlatformWriteOptions> = {
    ...about('delete'),
    ...scopeEffects,
    hints: { readOnly: false, destructive: true, idempotent: true },
    target,
    input: getDeletion(one),
    output: {},
    async run(context, { dryRun, ...input }) {
      const name = nameIn(input);
      const before = of.find(context, name);
      const text = of.effects.removed?.(before);
      if (text !== undefined && !dryRun)
        requireConsent(context, { text, content: getState(of, name, before) });
      await of.remove(context, name, { dryRun });
      return dryRun ? getPreview(context, `${type}/${name}`, before, undefined) : { outcome: 'deleted' };
    },
  };
  return {
    type,
    named,
    list,
    read,
    delete: remove,
    create: { ...about('create'), ...bounds, ...creation(of) },
    update: { ...about('update'), target, ...bounds, ...change(of) },
  };
}

function creation<Value extends object, New extends object, Changes extends object>(
  of: StoredEntity<Value, New, Changes>,
): Pick<Operation<New & PlatformWriteOptions>, 'hints' | 'target' | 'input' | 'output' | 'run'> {
  const { type, targets, issued } = of;
  const nameIn = (input: object) => (input as { name: string }).name;
  return {
    hints: { readOnly: false, destructive: false, idempotent: false },
    target: (input) => targets?.created(input) ?? { type, name: nameIn(input) },
    input: {
      properties: { kind: kindField(type), ...of.fields, dryRun: dryRunField },
      required: of.required,
    },
    output: writeShape(issued?.shape ?? of.shape, getVerbTitle('Created', type), issued?.members),
    async run(context, { dryRun, ...input }) {
      const definition = input as unknown as New;
      if (dryRun) {
        const preview = await of.create(context, definition, { dryRun });
        return getPreview(context, `${type}/${nameIn(input)}`, undefined, preview);
      }
      // No person is asked about an entity that cannot be made.
      if (readsEffects(context)) await of.create(context, definition, { dryRun: true });
      requireConsent(context, {
        text: of.effects.created(definition),
        content: null,
        ...(issued && { shownOnce: issued.members.filter((member) => member !== 'id') }),
      });
      const entity = await of.create(context, definition, {});
      return { value: entity, outcome: 'created' };
    },
  };
}

function change<Value extends object, New extends object, Changes extends object>(
  of: StoredEntity<Value, New, Changes>,
): Pick<Operation<PlatformWriteOptions & { jsonPatch?: Json }>, 'hints' | 'input' | 'output' | 'run'> {
  const { type, changeable } = of;
  const [named, schema] = of.named;
  const readPatch = patchReader<Changes>(`update-${type}`, changeable);
  return {
    hints: { readOnly: false, destructive: true, idempotent: true },
    input: {
      properties: { kind: kindField(type), [named]: schema, ...updateFields(changeable) },
      required: [named],
    },
    output: writeShape(of.shape, getVerbTitle('Updated', type)),
    async run(context, { jsonPatch, dryRun, ...input }): Promise<Result> {
      const { [named]: name, kind: _kind, ...fields } = input as Record<string, unknown>;
      requireOneKind(jsonPatch, fields);
      let before: Value | undefined;
      const write = (value: Value): Changes => {
        before = value;
        const changes = jsonPatch === undefined ? (fields as Changes) : readPatch(value, jsonPatch);
        context.audit?.note({ changed: JSON.stringify(changes) });
        if (!dryRun) {
          const text = of.effects.updated(value, changes);
          requireConsent(context, { text, content: getState(of, String(name), value) });
        }
        return changes;
      };
      const after = await of.update(context, String(name), write, { dryRun });
      return dryRun ? getPreview(context, `${type}/${name}`, before, after) : { value: after };
    },
  };
}

/** The fields of an entity that callers set: what a person agrees to change or to remove. */
function getState<Value extends object, New extends object, Changes extends object>(
  { changeable }: StoredEntity<Value, New, Changes>,
  name: string,
  value: Value,
): Json {
  const fields = value as Record<string, Json>;
  return [name, ...Object.keys(changeable).map((field) => fields[field] ?? null)];
}

/** `api-key` → `CreatedApiKey`. */
function getVerbTitle(verb: string, type: string): string {
  return `${verb}-${type}`.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
