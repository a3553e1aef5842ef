import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Snapshot } from '../../../../controller/catalog/index.js';
import { kinds } from '../../../../controller/kinds/index.js';
import { Problem } from '../../../../controller/problems/index.js';
import type { EntityChange } from '../../../../controller/writes/edits/contract.js';
import { planWrite } from '../../../../controller/writes/edits/plan.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { Branch } from '../../catalog/branch.js';

const folder = new URL('../../../../fixtures/valid/', import.meta.url);
const tree = Object.fromEntries(
  readdirSync(folder).map((path) => [path, readFileSync(new URL(path, folder), 'utf8')]),
);
const limits = { depth: 100, aliases: 100 };
const branch = new Branch(kinds);
const tools = {
  catalog: branch.catalog,
  limits,
  kinds: new Map(kinds.map((kind) => [kind.kind, kind])),
  read: async () => new Map<string, Uint8Array>(),
};

interface Entity {
  type: string;
  name: string;
  definition: JsonObject;
}

let snapshot: Snapshot;
let entities: Entity[];

beforeAll(async () => {
  snapshot = await branch.load(tree);
  entities = kinds.flatMap(({ kind }) =>
    snapshot.list(kind).map(({ name, definition }) => ({ type: kind, name, definition })),
  );
});

const odd = fc.oneof(
  fc.constantFrom<Json>(null, {}, [], 1, '', 'flow', 'folio', 'other', { dsl: '1.0.3' }),
  fc.constantFrom<Json>({ dsl: '1.0.3', namespace: 'a', name: 'other', version: '1.0.0' }, { name: null }),
);
const marks = fc.constantFrom('kind', 'name', 'document', 'definition', 'do', 'zz');

/** Changes what a definition says about its identity, and wraps or empties it. */
const derived = fc.oneof(
  fc.tuple(marks, odd).map(([key, value]) => (definition: JsonObject) => ({ ...definition, [key]: value })),
  marks.map((key) => (definition: JsonObject) => {
    const { [key]: _, ...others } = definition;
    return others;
  }),
  fc.tuple(fc.constantFrom('name', 'dsl', 'version'), odd).map(([key, value]) => (definition: JsonObject) => {
    const document = isObject(definition['document']) ? definition['document'] : {};
    return { ...definition, document: { ...document, [key]: value } };
  }),
  fc.constantFrom(
    (definition: JsonObject): JsonObject => definition,
    (definition: JsonObject): JsonObject => ({ definition }),
    (): JsonObject => ({}),
  ),
);

type Way = (entity: Entity, wanted: JsonObject) => Omit<EntityChange, 'type' | 'name'>;

/** A merge patch that makes one definition of another. */
function patchTo(from: JsonObject, to: JsonObject): JsonObject {
  const removed = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
  return { ...to, ...Object.fromEntries(removed.map((key) => [key, null])) };
}

const ways: Record<string, Way> = {
  'a whole definition': (_, definition) => ({ op: 'update', definition }),
  'a merge patch': ({ definition }, wanted) => ({ op: 'update', mergePatch: patchTo(definition, wanted) }),
  'a JSON patch of the whole': (_, value) => ({
    op: 'update',
    jsonPatch: [{ op: 'replace', path: '', value }],
  }),
  'a JSON patch of members': ({ definition }, wanted) => ({
    op: 'update',
    jsonPatch: Object.keys({ ...definition, ...wanted }).map((key) =>
      Object.hasOwn(wanted, key)
        ? { op: 'add', path: `/${key}`, value: wanted[key] as Json }
        : { op: 'remove', path: `/${key}` },
    ),
  }),
  'an earlier version': (_, wanted) => ({
    op: 'restore',
    restore: { path: 'old.yaml', content: Buffer.from(JSON.stringify(wanted)) },
  }),
};

test.each(Object.entries(ways))(
  'after %s that is accepted, the entity exists and is valid',
  async (_, way) => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.array(derived, { minLength: 1, maxLength: 2 }), async (pick, steps) => {
        const entity = entities[pick % entities.length] as Entity;
        const { type, name } = entity;
        const wanted = steps.reduce<JsonObject>((so, step) => step(so), entity.definition);
        const change = { type, name, ...way(entity, wanted) };
        const plan = await planWrite(snapshot, [change], tools).catch((error: unknown) => {
          if (error instanceof Problem) return undefined;
          throw error;
        });
        if (!plan || plan.refusal) return;
        accepted++;
        expect(plan.next.get(type, name), JSON.stringify(wanted)).toBeDefined();
        expect(plan.next.status(type, name)?.conditions).toMatchObject([{ type: 'Ready', status: 'True' }]);
      }),
      { numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(10);
  },
);

test.each<[string, JsonObject, string, string]>([
  ['flow', { zz: 1 }, '/document', '`document` is missing'],
  ['flow', {}, '/document', '`document` is missing'],
  ['flow', { document: null }, '/document', '`document` must be an object'],
  [
    'mapping',
    { document: { dsl: '1.0.3' } },
    '/document/dsl',
    '`document.dsl` would make a flow of the mapping',
  ],
])('a %s updated with %j is refused with what it lacks', async (type, definition, pointer, message) => {
  const { name } = entities.find((entity) => entity.type === type) as Entity;
  const change = { op: 'update', type, name, definition } as const;
  await expect(planWrite(snapshot, [change], tools)).rejects.toMatchObject({
    code: 'entity_invalid',
    errors: [{ pointer, message: expect.stringContaining(message) }],
    hints: [expect.any(String)],
  });
});
