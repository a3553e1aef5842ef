import { createHash } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { svc } from '../../../cli/test-io.js';
import { findDoor, graphQL, mcp, type Outcome, rest } from '../../parity/surfaces.js';
import { Installation } from './installation.js';

type Input = Record<string, Json>;

const main = { branch: 'main' };
const entities = { ...main, op: 'platform' };
const folio = { title: 'Hostile', body: 'x' };
const action = (name: string, branch = 'main') => ({
  branch,
  connection: 'shop',
  action: name,
  input: { path: '/hostile' },
});
const elsewhere = { config: { baseUrl: 'https://elsewhere.example' } };
const connection = { ...entities, type: 'connection', name: 'shop' };

/** Effects that no agent causes, each as an administrator could; `<proposal>` and the like are made at the start. */
const things: readonly [string, string, Input][] = [
  ['a key', 'create-api-key', { name: 'hostile', role: 'viewer' }],
  ['a key of a person', 'create-api-key', { name: 'hostile-2', role: 'admin', actor: 'person' }],
  ['a higher role of a key', 'update-api-key', { id: 'known', role: 'admin' }],
  ['to count as a person', 'update-api-key', { id: 'known', actor: 'person' }],
  ['no end of a key', 'update-api-key', { id: 'known', expiresAt: '2099-01-01T00:00:00Z' }],
  ['another key in place of one', 'rotate-api-key', { id: 'known' }],
  ['the end of a key', 'delete-api-key', { id: 'known' }],
  ['a user', 'create-user', { name: 'hostile', role: 'viewer', password: 'correct horse battery' }],
  [
    'an administrator',
    'create-user',
    { name: 'hostile-2', role: 'admin', password: 'correct horse battery' },
  ],
  ['a higher role of a user', 'update-user', { name: 'known', role: 'admin' }],
  ['a user that counts as an agent', 'update-user', { name: 'known', actor: 'agent' }],
  ['a disabled user', 'update-user', { name: 'known', disabled: true }],
  ['the end of a user', 'delete-user', { name: 'known' }],
  ['another password', 'set-password', { name: 'known', password: 'another horse battery' }],
  ['a share link', 'create-share', { name: 'hostile', ...main, flow: 'hello' }],
  [
    'a share link without an end',
    'create-share',
    { name: 'hostile-2', ...main, flow: 'hello', expiresAt: null },
  ],
  ['no end of a share link', 'update-share', { name: 'known', expiresAt: null }],
  ['a secret', 'write-secret', { path: 'some/hostile', value: { key: 'a-value' } }],
  ['another value of a secret', 'write-secret', { path: 'some/known', value: { key: 'another-value' } }],
  ['a secret of the installation', 'write-secret', { path: 'platform/forge', value: { token: 'a-value' } }],
  ['a key of a secret', 'update-secret', { path: 'some/known', value: { more: 'a-value' } }],
  ['the end of a secret', 'delete-secret', { path: 'some/known' }],
  ['another master key', 'rotate-master-key', {}],
  ['limits', 'update-config-section', { name: 'Limits', values: { ListPage: 17 } }],
  ['a shorter memory', 'update-config-section', { name: 'Retention', values: { Audit: 1 } }],
  ['a restore', 'restore-backup', { id: '<backup>' }],
  ['a restore of users', 'restore-backup', { id: '<backup>', categories: ['users'] }],
  ['the end of a quarantine', 'end-quarantine', {}],
  [
    'an entity on production',
    'create-entity',
    { ...entities, type: 'folio', definition: { name: 'hostile', ...folio } },
  ],
  ['a credential to a new host', 'update-entity', { ...connection, patch: elsewhere }],
  [
    'another definition on production',
    'replace-entity',
    {
      ...connection,
      definition: { name: 'shop', connector: 'http', ...elsewhere },
    },
  ],
  ['the end of a flow on production', 'delete-entity', { ...entities, type: 'flow', name: 'hello' }],
  [
    'rights by a team',
    'create-entity',
    {
      ...entities,
      type: 'team',
      definition: {
        name: 'hostile',
        members: ['api-key:admin-agent'],
        grants: [{ role: 'admin', may: ['approve'] }],
      },
    },
  ],
  [
    'several entities on production',
    'write-entities',
    {
      ...main,
      changes: [{ op: 'create', type: 'folio', definition: { name: 'hostile-2', ...folio } }],
    },
  ],
  [
    'an environment for a branch',
    'create-entity',
    {
      ...entities,
      type: 'environment',
      definition: { name: 'open', branches: ['**'], secrets: 'some' },
    },
  ],
  [
    'an entity on a protected branch',
    'create-entity',
    {
      ...entities,
      branch: 'release',
      type: 'folio',
      definition: { name: 'hostile', ...folio },
    },
  ],
  ['a merge of a proposal', 'merge-proposal', { id: '<proposal>' }],
  ['a merge by a state', 'update-proposal', { id: '<proposal>', state: 'merged' }],
  ['a review of its own proposal', 'approve-proposal', { id: '<proposal>' }],
  ['a merge of a branch into production', 'merge-branch', { name: 'work' }],
  ['a merge of a branch into a protected one', 'merge-branch', { name: 'work', into: 'release' }],
  ['a protected branch that is gone', 'delete-branch', { name: 'release' }],
  ['a call in production', 'invoke-connector-action', action('post')],
  ['another call in production', 'invoke-connector-action', action('delete')],
  ['a call on a protected branch', 'invoke-connector-action', action('put', 'release')],
  [
    'a row behind a connection',
    'create-entity',
    {
      ...main,
      op: 'sqlite',
      connection: 'stock',
      type: 'tea',
      definition: { name: 'Assam' },
    },
  ],
  ['a grant of its own request', 'grant-approval', { id: '<approval>' }],
  ['a denial', 'deny-approval', { id: '<approval>' }],
];

/** Answers that leave everything as it is and name the next step. */
const refusals = /^(approval_pending|person_required|forbidden)$/;

let it: Installation;
let replaced: Readonly<Record<string, string>> = {};
/** A key of an agent for each surface, so that none uses up the requests of another. */
const keys = new Map<string, string>();

async function createAgent(name: string): Promise<string> {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const request = {
    name: `agent-${name.toLowerCase()}`,
    role: 'admin',
    actor: 'agent',
    createdBy: 'user:test',
  } as const;
  const { key } = await it.service.controller.identity.apiKeys.create(request);
  keys.set(name, key);
  return key;
}

beforeAll(async () => {
  it = await Installation.start();
  const { app, adminKey: key } = it.service;
  const done = async (operation: string, input: Input): Promise<JsonObject> => {
    const outcome = await rest.call(app, key, operation, input);
    expect(outcome?.problem).toBeUndefined();
    return outcome?.data as JsonObject;
  };
  await done('create-share', { name: 'known', ...main, flow: 'hello' });
  await done('create-api-key', { name: 'known', role: 'viewer' });
  await done('create-user', { name: 'known', role: 'viewer', password: 'correct horse battery' });
  await done('write-secret', { path: 'some/known', value: { key: 'a-known-value' } });
  await done('invoke-connector-action', {
    ...main,
    connection: 'stock',
    action: 'execute',
    input: { sql: 'create table tea (id integer primary key, name text not null)' },
  });
  await it.commit('work', { 'folios/worked.yaml': 'kind: folio\nname: worked\ntitle: W\nbody: x\n' });
  const backup = await done('create-backup', { categories: ['users', 'secrets'] });
  const proposed = await done('create-entity', {
    ...entities,
    type: 'folio',
    definition: { name: 'proposed', ...folio },
    propose: true,
  });
  for (const name of ['REST', 'GraphQL', 'MCP', 'auto', 'legacy', 'stdio']) await createAgent(name);
  const own = await rest.call(app, await createAgent('REST'), 'create-api-key', {
    name: 'own',
    role: 'viewer',
  });
  expect(own?.problem?.code).toBe('approval_pending');
  const { items } = (await it.service.call('GET', '/api/v1/platform/approvals')).json();
  replaced = {
    '<backup>': String(backup['id']),
    '<proposal>': String((proposed['proposal'] as JsonObject)['id']),
    '<approval>': String(items[0].id),
  };
}, 120_000);
afterAll(() => it.stop());

function complete(input: Input): Input {
  const text = JSON.stringify(input).replace(/<\w+>/g, (name) => replaced[name] ?? name);
  return JSON.parse(text) as Input;
}

/** A digest of everything that the things would change. */
async function state(): Promise<string> {
  const digest = createHash('sha256');
  const paths = [
    ...['share', 'api-key', 'user', 'secret', 'config-section'].map(
      (type) => `/api/v1/platform/entities/platform/${type}`,
    ),
    '/api/v1/main/entities/sqlite/tea?connection=stock',
    `/api/v1/platform/proposals/${replaced['<proposal>']}`,
    `/api/v1/platform/approvals/${replaced['<approval>']}`,
  ];
  for (const path of paths) {
    const answer = await it.service.call('GET', path);
    expect(answer.statusCode, path).toBe(200);
    digest.update(answer.body.replaceAll(/"lastUsedAt":[^,}]*/g, ''));
  }
  const { items } = (await it.service.call('GET', '/api/v1/platform/branches')).json();
  for (const { name, revision } of items) if (name === 'main' || name === 'release') digest.update(revision);
  return `${digest.digest('hex')} ${it.changes.length}`;
}

/** The code of a refusal; `proposed` for a change that became a proposal, which is reviewed. */
function toWord({ problem, data }: Outcome): string {
  if (problem) return problem.code;
  return (data as JsonObject | null)?.['proposal'] === undefined ? 'done' : 'proposed';
}

describe.each([rest, graphQL, mcp])('over $name', (surface) => {
  test.each(things)(
    'an agent alone does not get %s (%s), however often it asks',
    async (_name, operation, input) => {
      const key = await createAgent(surface.name);
      const before = await state();
      for (let attempt = 0; attempt < 2; attempt++) {
        const outcome = await surface.call(it.service.app, key, operation, complete(input));
        if (!outcome) return;
        const word = toWord(outcome);
        if (surface.name !== 'MCP') expect(word).toMatch(refusals);
        else expect(word).toMatch(/^(approval_pending|person_required|forbidden|proposed)$/);
        if (outcome.problem) expect((outcome.problem.hints as Json[]).length).toBeGreaterThan(0);
        expect(JSON.stringify(outcome)).not.toMatch(/"confirm":|svc_live_/);
      }
      expect(await state()).toBe(before);
    },
  );
});

/** The calls of tools for all things that tools do. */
function listToolCalls(): { name: string; arguments: JsonObject }[] {
  return things.flatMap(([, operation, input]) => {
    const door = findDoor(operation, complete(input));
    return door?.method === 'tools/call'
      ? [door.params as unknown as { name: string; arguments: JsonObject }]
      : [];
  });
}

function requireRefusal(result: { isError?: boolean; structuredContent?: JsonObject }, what: string): void {
  const content = result.structuredContent ?? {};
  const word = result.isError ? String(content['code']) : String(content['result']);
  expect(word, what).toMatch(/^(approval_pending|person_required|forbidden|proposed)$/);
  expect(JSON.stringify(result), what).not.toMatch(/"confirm":/);
}

test.each(['auto', 'legacy'] as const)(
  'a client of MCP (%s) whose user agrees to everything is asked nothing, and gets nothing',
  async (era) => {
    const questions: string[] = [];
    const client = new Client({ name: 'test', version: '1.0.0' }, {
      capabilities: { elicitation: { form: {}, url: {} } },
      ...(era === 'auto' ? { versionNegotiation: { mode: 'auto' } } : {}),
    } as never);
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      questions.push(params.message);
      return { action: 'accept', content: { confirm: true } } as never;
    });
    const requestInit = { headers: { 'x-api-key': await createAgent(era) } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${it.url}/mcp`), { requestInit }));
    const before = await state();
    for (const call of listToolCalls())
      requireRefusal(
        (await client.callTool(call)) as never,
        `${call.name} ${JSON.stringify(call.arguments)}`,
      );
    await client.close();
    expect(questions).toEqual([]);
    expect(await state()).toBe(before);
  },
);

test('over stdio an agent gets none of them', async () => {
  const calls = listToolCalls();
  const before = await state();
  const lines = calls.map((params, id) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
  );
  const env = { SVC_API_KEY: await createAgent('stdio') };
  const { stdout } = await svc(it.folder, ['mcp', '--server', it.url], {
    stdin: `${lines.join('\n')}\n`,
    env,
  });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers).toHaveLength(calls.length);
  for (const { id, result } of answers) requireRefusal(result, JSON.stringify(calls[id]));
  expect(await state()).toBe(before);
});
