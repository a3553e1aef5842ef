import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../../schemas/json/types.js';
import { AgentSession } from '../../mcp/sessions.js';
import { graphQL, mcp, type Outcome, rest } from '../../parity/surfaces.js';
import { actors, Installation } from './installation.js';

type Input = Record<string, Json>;

/** Operations that change what callers may do, with input that is right; `<n>` stands for a number of its own. */
const effects: readonly [string, Input][] = [
  ['create-share', { name: 'link-<n>', branch: 'main', flow: 'hello' }],
  ['update-share', { name: 'known', expiresAt: null }],
  ['create-api-key', { name: 'key-<n>', role: 'viewer' }],
  ['update-api-key', { id: 'known', role: 'admin' }],
  ['rotate-api-key', { id: 'turning' }],
  ['delete-api-key', { id: 'known' }],
  ['create-user', { name: 'user-<n>', role: 'viewer', password: 'correct horse battery' }],
  ['update-user', { name: 'known', role: 'admin' }],
  ['delete-user', { name: 'known' }],
  ['set-password', { name: 'known', password: 'another horse battery' }],
  ['write-secret', { path: 'some/path-<n>', value: { key: 'a-value' } }],
  ['update-secret', { path: 'some/known', value: { key: 'another' } }],
  ['delete-secret', { path: 'some/known' }],
  ['update-config-section', { name: 'Limits', values: { ListPage: 100 } }],
];

const surfaces = [rest, graphQL, mcp];
let it: Installation;
let number = 0;

beforeAll(async () => {
  it = await Installation.start();
  const { app, adminKey: key } = it.service;
  const wanted: [string, Input][] = [
    ['create-share', { name: 'known', branch: 'main', flow: 'hello' }],
    ['create-api-key', { name: 'known', role: 'viewer' }],
    ['create-api-key', { name: 'turning', role: 'viewer' }],
    ['create-user', { name: 'known', role: 'viewer', password: 'correct horse battery' }],
    ['write-secret', { path: 'some/known', value: { key: 'a-value' } }],
  ];
  for (const [operation, input] of wanted) {
    expect((await rest.call(app, key, operation, input))?.problem).toBeUndefined();
  }
}, 60_000);
afterAll(() => it.stop());

/** A digest of all that the operations can change, without the times of use. */
async function state(): Promise<string> {
  const digest = createHash('sha256');
  for (const type of ['share', 'api-key', 'user', 'secret', 'config-section']) {
    const answer = await it.service.call('GET', `/api/v1/platform/entities/platform/${type}`);
    expect(answer.statusCode).toBe(200);
    digest.update(answer.body.replaceAll(/"lastUsedAt":[^,}]*/g, ''));
  }
  return digest.digest('hex');
}

function numbered(input: Input): Input {
  number += 1;
  return JSON.parse(JSON.stringify(input).replaceAll('<n>', String(number)));
}

const call = (surface: (typeof surfaces)[number], key: string, operation: string, input: Input) =>
  surface.call(it.service.app, key, operation, input) as Promise<Outcome | undefined>;

describe.each(effects)('%s', (operation, input) => {
  test.each(surfaces)('of an agent waits for a person over $name, and nothing changes', async (surface) => {
    const before = await state();
    const answer = await call(surface, it.key('admin', 'agent'), operation, numbered(input));
    if (!answer) return;
    expect(answer.problem?.code).toBe('approval_pending');
    expect(answer.problem?.hints).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('a person with the right') }),
    );
    expect(await state()).toBe(before);
  });

  test('is answered to agents as a dry run where there is one', async () => {
    const answer = await call(rest, it.key('admin', 'agent'), operation, {
      ...numbered(input),
      dryRun: true,
    }).catch(() => undefined);
    expect(answer?.problem?.code).not.toBe('approval_pending');
  });
});

test.each(actors.filter((actor) => actor !== 'agent'))(
  'a %s with the role does each of them',
  async (actor) => {
    const key = it.key('admin', actor);
    for (const surface of surfaces) {
      for (const [operation, input] of effects.filter(([name]) => !/^(?:delete|set|rotate)-/.test(name))) {
        const answer = await call(surface, key, operation, numbered(input));
        if (answer) expect(answer.problem, `${operation} over ${surface.name}`).toBeUndefined();
      }
    }
  },
);

test('an editor that is an agent makes no share, and ends one', async () => {
  const { app } = it.service;
  const key = it.key('editor', 'agent');
  const made = await rest.call(app, key, 'create-share', { name: 'mine', branch: 'main', flow: 'hello' });
  expect(made?.problem?.code).toBe('approval_pending');
  expect((await rest.call(app, key, 'delete-share', { name: 'known' }))?.problem).toBeUndefined();
});

test('an administrator that is an agent proposes on production, and commits and merges wait for a person', async () => {
  const agent = await AgentSession.start({ url: it.url, apiKey: it.key('admin', 'agent') });
  for (const entity of [
    { type: 'folio', name: 'notes', definition: { title: 'Notes', body: 'x' } },
    { type: 'team', name: 'ops', definition: { members: ['ada'], grants: [{ role: 'admin' }] } },
  ]) {
    const answer = await agent.call('create-entity', entity);
    expect(answer.structuredContent).toMatchObject({ result: 'proposed' });
    const headers = { 'x-api-key': it.key('admin', 'agent') };
    const { name, definition, type } = entity;
    const path = `/api/v1/main/entities/platform/${type}`;
    const direct = await it.service.call('POST', path, { name, ...definition }, headers);
    expect(direct.json().code).toBe('approval_pending');
    const { id = '' } = answer.structuredContent['proposal'] as Input;
    const merged = await agent.call('control', { type: 'proposal', name: id, action: 'merge' });
    expect(merged.structuredContent).toMatchObject({ code: 'approval_pending' });
    expect(JSON.stringify(merged)).not.toContain('"confirm');
  }
  const work = await agent.call('create-entity', {
    branch: 'work',
    type: 'folio',
    name: 'notes',
    definition: { title: 'Notes', body: 'x' },
  });
  expect(work.structuredContent).toMatchObject({ result: 'committed' });
});
