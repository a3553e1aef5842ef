import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../schemas/json/types.js';
import { DemoService } from '../../fixtures/demo-service.js';
import type { Reached } from './clients.js';
import { AgentSession } from './sessions.js';

let demo: DemoService;
let reached: Reached;
const keys = new Map<string, string>();
beforeAll(async () => {
  demo = await DemoService.start();
  reached = await demo.listen();
});
afterAll(() => demo.stop());

/** Returns the key of a caller with the role, made when a test first needs it. */
async function getRoleKey(role: string): Promise<string> {
  const known = role === 'admin' ? reached.apiKey : keys.get(role);
  if (known !== undefined) return known;
  const admin = await AgentSession.start(reached);
  const made = await admin.confirmed('create-entity', { type: 'api-key', definition: { name: role, role } });
  const { key } = made.structuredContent['definition'] as { key: string };
  keys.set(role, key);
  return key;
}

const folio: JsonObject = { type: 'folio', name: 'x', definition: { title: 'X', body: 'x' } };
const brokenFlow = {
  document: { dsl: '1.0.3', namespace: 'x', name: 'x', version: '1.0.0' },
  do: [{ read: { call: 'shopp.get' } }],
};

/** The role of a caller, its call, the code of the refusal, and words of the answer that lead on. */
const attempts: readonly [string, string, JsonObject, string, RegExp][] = [
  ['viewer', 'run-flow', { flow: 'ship-orders' }, 'forbidden', /needs the role `operator`/],
  ['viewer', 'create-entity', folio, 'forbidden', /needs the role `editor`/],
  [
    'viewer',
    'control',
    { type: 'trigger', name: 'failed-runs', action: 'pause' },
    'forbidden',
    /role `operator`/,
  ],
  [
    'viewer',
    'invoke-connector-action',
    { connection: 'shop', action: 'get' },
    'forbidden',
    /role `operator`/,
  ],
  ['operator', 'update-entity', { ...folio, definition: {} }, 'forbidden', /role `editor`/],
  [
    'operator',
    'revert-entity',
    { type: 'flow', name: 'restock', commitHash: 'HEAD' },
    'forbidden',
    /`editor`/,
  ],
  [
    'operator',
    'invoke-connector-action',
    { connection: 'shop', action: 'post' },
    'forbidden',
    /role `admin`.*list-entities.*create-entity/s,
  ],
  ['editor', 'restore-backup', { id: 'x' }, 'forbidden', /needs the role `admin`/],
  ['editor', 'rotate-api-key', { id: 'viewer' }, 'forbidden', /needs the role `admin`/],
  ['editor', 'delete-api-key', { id: 'viewer' }, 'forbidden', /needs the role `admin`/],
  ['editor', 'list-entities', { type: 'secret' }, 'forbidden', /needs the role `admin`/],
  [
    'editor',
    'create-entity',
    { type: 'secret', definition: { path: 'a/b', value: { k: 'v' } } },
    'forbidden',
    /`admin`/,
  ],
  [
    'editor',
    'create-entity',
    { type: 'user', definition: { name: 'eve', role: 'admin', password: 'correct horse battery' } },
    'forbidden',
    /`admin`/,
  ],
  [
    'admin',
    'delete-api-key',
    { id: 'viewer' },
    'confirmation_required',
    /Nothing has happened.*ask.*"confirm"/s,
  ],
  [
    'admin',
    'create-entity',
    { type: 'api-key', definition: { name: 'root', role: 'admin' } },
    'confirmation_required',
    /role `admin`.*"confirm"/s,
  ],
  ['admin', 'create-entity', { type: 'flow', name: 'x', definition: brokenFlow }, 'entity_invalid', /\/do/],
  [
    'admin',
    'update-entity',
    { type: 'connection', name: 'shop', patch: { name: 'other' } },
    'entity_invalid',
    /name/,
  ],
  ['admin', 'run-flow', { flow: 'ship-order' }, 'flow_not_found', /`ship-orders`/],
  ['admin', 'run-flow', { flow: 'refund-order', parameters: { order: 1 } }, 'parameters_invalid', /orderId/],
  [
    'admin',
    'run-flow',
    { flow: 'restock', env: 'prod' },
    'environment_not_found',
    /`production`|list-entities/,
  ],
  [
    'admin',
    'read-entity',
    { type: 'flow', name: 'restock', branch: 'mian' },
    'branch_not_found',
    /main|list-entities/,
  ],
  ['admin', 'control', { type: 'run', name: 'x', action: 'pause' }, 'body_invalid', /`cancel`/],
];

test.each(attempts)('%s is refused %s %j', async (role, tool, args, code, words) => {
  const agent = await AgentSession.start({ ...reached, apiKey: await getRoleKey(role) });
  const refused = await agent.call(tool, args);
  expect(refused).toMatchObject({ isError: true, structuredContent: { code } });
  const text = refused.content.map((each) => each.text).join('\n');
  expect(text).toMatch(words);
  expect(text).toContain('\nhints:\n- ');
  expect(text).not.toMatch(/\/api\/v1|\b(?:GET|POST|PUT|PATCH|DELETE) \//);
});

test('the commit of a change names the client and its version', async () => {
  const agent = await AgentSession.start(reached);
  const written = await agent.confirmed('create-entity', { ...folio, name: 'trailer' });
  const commit = String(written.structuredContent['commit']);
  expect(await demo.trailer(commit, 'Svc-Agent')).toBe('test/1.0.0');
});

test('a client that only proposes gets a proposal for every change, also as an administrator', async () => {
  const agent = await AgentSession.start(reached, '/mcp', { 'svc-mcp-writes': 'propose' });
  const proposed = await agent.call('create-entity', { ...folio, name: 'proposed' });
  expect(proposed.structuredContent).toMatchObject({ result: 'proposed', review: { valid: true } });
  const { id } = proposed.structuredContent['proposal'] as { id: string };
  const merging = { type: 'proposal', name: id, patch: { state: 'merged' } };
  const refused = await agent.call('update-entity', merging);
  expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'forbidden' } });
  expect(refused.content[0]?.text).toContain('`--write`');
});
