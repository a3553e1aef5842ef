import { describe, expect, test } from 'vitest';
import type { Operation, OperationContext, Result } from '../../../../api/operations/shared/operation.js';
import { storedEntity } from '../../../../api/operations/shared/platform-entities.js';
import { storedEntityRoutes } from '../../../../api/operations/shared/platform-routes.js';
import { getAnswer, text } from '../../../../api/operations/shared/schemas.js';
import { Problem } from '../../../../controller/problems/index.js';
import { defaultSettings } from '../../../../controller/settings/index.js';

interface Lamp {
  name: string;
  color: string;
}

/** A type with its store in memory, and the notes that its operations make in the audit log. */
function lamps(...names: string[]) {
  const stored = new Map(names.map((name) => [name, { name, color: 'red' }]));
  const noted: object[] = [];
  const context = {
    controller: { config: { current: () => defaultSettings } },
    audit: { note: (members: object) => noted.push(members) },
    principal: { id: 'api-key:lighter', role: 'editor', actor: 'service' },
  } as unknown as OperationContext;
  const find = (name: string): Lamp => {
    const lamp = stored.get(name);
    if (lamp) return lamp;
    throw new Problem('entity_not_found', `There is no lamp \`${name}\``);
  };
  const texts = { list: two, read: two, create: two, update: two, delete: two };
  const entity = storedEntity<Lamp, Lamp, { color?: string }>({
    type: 'street-lamp',
    plural: 'street-lamps',
    named: ['name', text],
    permission: 'editor',
    texts,
    shape: getAnswer(undefined, { name: text, color: text }),
    fields: { name: text, color: text },
    required: ['name', 'color'],
    changeable: { color: text },
    effects: { created: () => 'Makes a lamp', updated: () => 'Changes a lamp' },
    list: () => [...stored.values()],
    sortedBy: ({ name }) => name,
    find: (_context, name) => find(name),
    create(_context, { name, color }, { dryRun }) {
      if (!dryRun) stored.set(name, { name, color });
      return { name, color };
    },
    async update(_context, name, change, { dryRun }) {
      const after = { ...find(name), ...change(find(name)) };
      if (!dryRun) stored.set(name, after);
      return after;
    },
    async remove(_context, name, { dryRun }) {
      if (!dryRun) stored.delete(name);
    },
  });
  const run = (operation: Operation, input: object): Promise<Result> => operation.run(context, input);
  return { entity, run, noted, names: () => [...stored.keys()], color: (name: string) => find(name).color };
}

const two = ['A title', 'A description.'] as const;
const getCode = (promise: Promise<unknown>) => promise.then(String, (error: Problem) => error.code);

describe('the operations of a stored entity', () => {
  test('are named after the type and its plural, with the hints of their verb', () => {
    const { list, read, create, update, delete: remove } = lamps().entity;
    const named = [list, read, create, update, remove].map(({ name }) => name);
    expect(named).toEqual([
      'list-street-lamps',
      'read-street-lamp',
      'create-street-lamp',
      'update-street-lamp',
      'delete-street-lamp',
    ]);
    expect([list, create, update].map(({ hints }) => hints.readOnly)).toEqual([true, false, false]);
    expect([create, update, remove].map(({ hints }) => hints.destructive)).toEqual([false, true, true]);
    expect(create.output).toMatchObject({ title: 'CreatedStreetLamp', required: ['name', 'color'] });
    expect(update.target?.({ name: 'a' })).toEqual({ type: 'street-lamp', name: 'a' });
  });

  test('list page by page, each after the cursor of the previous one', async () => {
    const { entity, run } = lamps('a', 'b', 'c');
    const first = (await run(entity.list, { limit: 2 })).value as { items: Lamp[]; nextCursor: string };
    expect(first.items.map(({ name }) => name)).toEqual(['a', 'b']);
    const last = await run(entity.list, { limit: 2, cursor: first.nextCursor });
    expect(last.value).toEqual({ items: [{ name: 'c', color: 'red' }], nextCursor: null });
  });

  test('answer a dry run with the effect and the diff, and change nothing', async () => {
    const { entity, run, names, noted } = lamps('a');
    const created = await run(entity.create, { name: 'b', color: 'blue', dryRun: true });
    const updated = await run(entity.update, { name: 'a', color: 'blue', dryRun: true });
    const same = await run(entity.update, { name: 'a', color: 'red', dryRun: true });
    const deleted = await run(entity.delete, { name: 'a', dryRun: true });
    const changes = [created, updated, same, deleted].map(
      ({ value }) => (value as { change: string }).change,
    );
    expect(changes).toEqual(['created', 'updated', 'unchanged', 'deleted']);
    expect(updated.value).toMatchObject({
      color: 'blue',
      diff: expect.stringContaining('-color: red\n+color: blue'),
    });
    expect(names()).toEqual(['a']);
    expect(noted.filter((members) => 'dryRun' in members)).toHaveLength(4);
  });

  test('change the stated fields, or those that a JSON patch changes, and note them for the audit log', async () => {
    const { entity, run, color, noted } = lamps('a');
    await run(entity.update, { name: 'a', color: 'green' });
    expect(color('a')).toBe('green');
    await run(entity.update, { name: 'a', jsonPatch: [{ op: 'replace', path: '/color', value: 'blue' }] });
    expect(color('a')).toBe('blue');
    expect(noted).toEqual([{ changed: '{"color":"green"}' }, { changed: '{"color":"blue"}' }]);
  });

  test('refuse a patch beside fields, a patch of a fixed field, and an unknown name', async () => {
    const { entity, run, color } = lamps('a');
    const rename = [{ op: 'replace', path: '/name', value: 'b' }];
    expect(await getCode(run(entity.update, { name: 'a', color: 'blue', jsonPatch: rename }))).toBe(
      'body_invalid',
    );
    expect(await getCode(run(entity.update, { name: 'a', jsonPatch: rename }))).toBe('body_invalid');
    for (const operation of [entity.read, entity.delete])
      expect(await getCode(run(operation, { name: 'z' }))).toBe('entity_not_found');
    expect(color('a')).toBe('red');
  });
});

test('the routes of a stored entity stand under its plural and under its type, with ids of their own', () => {
  const routes = storedEntityRoutes(lamps().entity, 'street-lamps');
  const paths = new Set(routes.map(({ path }) => path.replace('/api/v1/platform/', '')));
  expect([...paths]).toEqual([
    'street-lamps',
    'street-lamps/:name',
    'entities/platform/street-lamp',
    'entities/platform/street-lamp/:name',
  ]);
  const ids = routes.map(({ id, operation }) => id ?? operation.name);
  expect(new Set(ids).size).toBe(10);
  expect(routes.find(({ method }) => method === 'PATCH')?.bodies).toMatchObject({
    'application/merge-patch+json': ['kind', 'color'],
    'application/json-patch+json': 'jsonPatch',
  });
});
