import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { graphQL, mcp, type Outcome, rest } from '../../parity/surfaces.js';
import { Installation } from './installation.js';

type Input = Record<string, Json>;

let it: Installation;
beforeAll(async () => {
  it = await Installation.start();
}, 60_000);
afterAll(() => it.stop());

const agent = () => it.key('admin', 'agent');
const person = () => it.key('admin', 'person');

async function call(key: string, operation: string, input: Input): Promise<Outcome> {
  const outcome = await rest.call(it.service.app, key, operation, input);
  if (!outcome) throw new Error(`REST has no ${operation}`);
  return outcome;
}

/** Sends a request as the holder of a key. */
async function send(key: string, method: 'GET' | 'POST', path: string, body?: Json) {
  const answer = await it.service.call(method, path, body as never, { 'x-api-key': key });
  return { status: answer.statusCode, body: answer.json() as JsonObject };
}

/** Asks for an effect as an agent, and returns the approval. */
async function request(operation: string, input: Input): Promise<JsonObject> {
  const key = agent();
  const paths: Record<string, [string, Json]> = {
    'create-api-key': ['/api/v1/platform/api-keys', input],
    'write-secret': ['/api/v1/platform/entities/platform/secret', input],
    'create-user': ['/api/v1/platform/users', input],
    'create-entity': [
      `/api/v1/${input['branch']}/entities/platform/${input['type']}`,
      input['definition'] ?? null,
    ],
    'invoke-connector-action': [
      `/api/v1/${input['branch']}/connections/${input['connection']}/actions/${input['action']}`,
      input['input'] ?? null,
    ],
    'merge-proposal': [`/api/v1/platform/proposals/${input['id']}/merge`, {}],
  };
  const [path, body] = paths[operation] ?? ['', null];
  const answer = await send(key, 'POST', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return answer.body['approval'] as JsonObject;
}

const decide = (key: string, id: Json | undefined, decision: 'grant' | 'deny') =>
  send(key, 'POST', `/api/v1/platform/approvals/${id}/${decision}`);
const read = (key: string, id: Json | undefined) => send(key, 'GET', `/api/v1/platform/approvals/${id}`);

const keysNamed = (name: string) =>
  it.service.controller.identity.apiKeys.list().filter((key) => key.name === name);

describe('a granted effect', () => {
  test('is a new key, made once and shown to the person alone', async () => {
    const { id, effect } = await request('create-api-key', { name: 'fresh', role: 'viewer' });
    expect(effect).toMatch(/^Creates the API key `fresh` with the role `viewer`/);
    expect(keysNamed('fresh')).toEqual([]);
    const granted = await decide(person(), id, 'grant');
    expect(granted.body).toMatchObject({
      approval: { status: 'granted', decidedBy: 'api-key:admin-person', requestedBy: 'api-key:admin-agent' },
      result: { name: 'fresh', key: expect.stringMatching(/^svc_/) },
    });
    expect(keysNamed('fresh')).toMatchObject([{ createdBy: 'api-key:admin-agent' }]);
    const seen = await read(agent(), id);
    expect(seen.body).toMatchObject({ status: 'granted', outcome: { name: 'fresh' } });
    expect(JSON.stringify(seen.body)).not.toContain('svc_');
    expect((await decide(person(), id, 'grant')).body).toMatchObject({ code: 'approval_settled' });
    expect(keysNamed('fresh')).toHaveLength(1);
  });

  test('is a secret, whose value no answer and no row shows', async () => {
    const value = 'a-very-secret-value';
    const { id } = await request('write-secret', { path: 'some/new', value: { key: value } });
    expect(JSON.stringify((await read(person(), id)).body)).not.toContain(value);
    const { approvals } = it.service.controller;
    expect((await approvals.findCall(String(id)))?.input).toMatchObject({ value: { key: value } });
    expect((await decide(person(), id, 'grant')).status).toBe(200);
    expect(await it.service.controller.vault.secrets.read('some/new')).toEqual({ key: value });
    expect(await approvals.findCall(String(id))).toBeUndefined();
  });

  test('is a commit on production in the name of who asked', async () => {
    const input = { branch: 'main', type: 'folio', definition: { name: 'asked', title: 'Asked', body: 'x' } };
    const { id, effect } = await request('create-entity', input);
    expect(effect).toBe('Commits to `main`: adds folio `asked`');
    expect((await read(person(), id)).body).toMatchObject({
      mayDecide: true,
      details: { diff: expect.stringContaining('title: Asked') },
    });
    expect((await decide(person(), id, 'grant')).status).toBe(200);
    const history = await call(person(), 'list-versions', { branch: 'main', type: 'folio', name: 'asked' });
    expect(JSON.stringify(history.data)).toContain('admin-agent');
  });

  test('is a call in production, made once', async () => {
    it.changes.length = 0;
    const input = { branch: 'main', connection: 'shop', action: 'post', input: { path: '/once' } };
    const { id } = await request('invoke-connector-action', input);
    const grants = await Promise.all([1, 2, 3].map(() => decide(person(), id, 'grant')));
    expect(grants.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(it.changes).toEqual(['POST /shop/once']);
  });

  test('is in the audit log with both names', async () => {
    const { id } = await request('create-api-key', { name: 'audited', role: 'viewer' });
    await decide(person(), id, 'grant');
    const { items } = (await send(person(), 'GET', '/api/v1/platform/audit?limit=20')).body as {
      items: { action: string; principal: string; detail: JsonObject }[];
    };
    const made = items.find(
      (item) =>
        item.action === 'create-api-key' && item.detail['approval'] === id && item.detail['grantedBy'],
    );
    expect(made).toMatchObject({
      principal: 'api-key:admin-agent',
      detail: { grantedBy: 'api-key:admin-person' },
    });
    expect(items.find(({ action }) => action === 'grant-approval')).toMatchObject({
      principal: 'api-key:admin-person',
      detail: { requestedBy: 'api-key:admin-agent' },
    });
  });
});

describe('nothing but a person with the right grants', () => {
  test.each([
    ['the agent itself', () => agent(), 'person_required'],
    ['another agent', () => it.key('admin', 'agent'), 'person_required'],
    ['a service', () => it.key('admin', 'service'), 'person_required'],
    ['a person without the right', () => it.key('editor', 'person'), 'approval_not_found'],
  ])('%s does not', async (_who, key, code) => {
    const { id } = await request('create-api-key', { name: 'kept', role: 'admin' });
    for (const decision of ['grant', 'deny'] as const)
      expect((await decide(key(), id, decision)).body).toMatchObject({ code });
    expect(await graphQL.call(it.service.app, key(), 'grant-approval', { id: id as Json })).toMatchObject({
      problem: { code },
    });
    expect(keysNamed('kept')).toEqual([]);
    expect((await read(person(), id)).body).toMatchObject({ status: 'pending' });
  });

  test('no tool of MCP grants, whatever the credential', async () => {
    const { id } = await request('create-api-key', { name: 'kept', role: 'admin' });
    for (const key of [agent(), person()]) {
      for (const action of ['grant', 'approve', 'complete', 'confirm']) {
        const client = await it.service.call(
          'POST',
          '/mcp',
          {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'control', arguments: { type: 'approval', name: id, action } },
          } as never,
          {
            'x-api-key': key,
            accept: 'application/json, text/event-stream',
            'mcp-protocol-version': '2025-06-18',
          },
        );
        expect(client.body, action).toMatch(/isError|error/);
      }
    }
    expect((await read(person(), id)).body).toMatchObject({ status: 'pending' });
  });
});

describe('what changed after the question', () => {
  test('voids a commit when its file was changed', async () => {
    await it.commit('main', { 'folios/moving.yaml': 'kind: folio\nname: moving\ntitle: One\nbody: x\n' });
    const path = '/api/v1/main/entities/platform/folio/moving';
    const headers = { 'x-api-key': agent(), 'content-type': 'application/merge-patch+json' };
    const asked = await it.service.call('PATCH', path, { title: 'Two' } as never, headers);
    const { id } = asked.json().approval;
    await it.commit('main', { 'folios/moving.yaml': 'kind: folio\nname: moving\ntitle: Three\nbody: x\n' });
    expect((await decide(person(), id, 'grant')).body).toMatchObject({ code: 'approval_void' });
    expect((await read(agent(), id)).body).toMatchObject({ status: 'void' });
  });

  test('voids a call when its connection leads elsewhere', async () => {
    it.changes.length = 0;
    const input = { branch: 'main', connection: 'bench', action: 'post', input: { path: '/x' } };
    const { id } = await request('invoke-connector-action', input);
    await it.commit('main', {
      'connections/bench.yaml': `kind: connection\nname: bench\nconnector: http\nconfig: { baseUrl: 'http://127.0.0.1:9/' }\n`,
    });
    expect((await decide(person(), id, 'grant')).body).toMatchObject({ code: 'approval_void' });
    expect(it.changes).toEqual([]);
  });

  test('voids a merge when a commit was added to the proposal', async () => {
    const headers = { 'x-api-key': agent() };
    const path = '/api/v1/main/entities/platform/folio?propose=true';
    const proposed = await it.service.call(
      'POST',
      path,
      { name: 'p1', title: 'P', body: 'x' } as never,
      headers,
    );
    const { id: proposal } = proposed.json().proposal;
    const { id, effect } = await request('merge-proposal', { id: proposal });
    expect(effect).toContain('adds folio `p1`');
    await it.commit(`proposals/${proposal}`, {
      'folios/p2.yaml': 'kind: folio\nname: p2\ntitle: X\nbody: x\n',
    });
    expect((await decide(person(), id, 'grant')).body).toMatchObject({ code: 'approval_void' });
    const { id: again } = await request('merge-proposal', { id: proposal });
    expect(again).not.toBe(id);
    expect((await decide(person(), again, 'grant')).body).toMatchObject({ approval: { status: 'granted' } });
  });

  test('voids everything when the agent has lost its key', async () => {
    const { identity } = it.service.controller;
    const key = await identity.apiKeys.create({
      name: 'brief',
      role: 'admin',
      actor: 'agent',
      createdBy: 'user:test',
    });
    const asked = await send(key.key, 'POST', '/api/v1/platform/api-keys', { name: 'late', role: 'viewer' });
    await identity.apiKeys.remove(key.id);
    const { id } = asked.body['approval'] as JsonObject;
    expect((await decide(person(), id, 'grant')).body).toMatchObject({ code: 'approval_void' });
    expect(keysNamed('late')).toEqual([]);
  });
});

test('the same request again is the same approval, over every surface', async () => {
  const input = { name: 'repeated', role: 'viewer' };
  const ids: unknown[] = [];
  for (const surface of [rest, graphQL, mcp]) {
    const answer = await surface.call(it.service.app, agent(), 'create-api-key', input);
    if (answer) expect(answer.problem?.code).toBe('approval_pending');
  }
  const { items } = (await send(agent(), 'GET', '/api/v1/platform/approvals?status=pending&limit=200'))
    .body as {
    items: JsonObject[];
  };
  for (const item of items) if (String(item['effect']).includes('`repeated`')) ids.push(item['id']);
  expect(ids).toHaveLength(1);
});

test('a denied effect is not made, and says by whom', async () => {
  const { id } = await request('create-user', {
    name: 'eve',
    role: 'admin',
    password: 'correct horse battery',
  });
  expect((await decide(person(), id, 'deny')).body).toMatchObject({ status: 'denied' });
  expect((await decide(person(), id, 'grant')).body).toMatchObject({
    code: 'approval_settled',
    detail: expect.stringContaining('denied by api-key:admin-person'),
  });
  expect(it.service.controller.identity.users.principal('eve')).toBeUndefined();
});

test('an effect that cannot be made waits again, and the person reads why', async () => {
  const { id } = await request('create-user', {
    name: 'twin',
    role: 'viewer',
    password: 'correct horse battery',
  });
  await it.service.controller.identity.users.create({
    name: 'twin',
    role: 'viewer',
    password: 'correct horse battery',
  });
  expect((await decide(person(), id, 'grant')).body).toMatchObject({ code: 'name_taken' });
  expect((await read(person(), id)).body).toMatchObject({ status: 'pending' });
});
