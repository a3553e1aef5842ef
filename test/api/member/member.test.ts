import { describe, expect, test } from 'vitest';
import type { Service } from '../../../cli/client/local/start-service.js';
import { getUrl, hasServer, inServer, newDatabase } from '../../controller/storage/engines.js';
import { eventually } from '../../eventually.js';
import { Installation, type Member } from './installation.js';

const document = (name: string, tasks: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\ndo:\n${tasks}`;
const files = {
  'flows/hello.yaml': document('hello', `  - say: { set: { hello: '\${ .name }' } }\n`),
  'flows/rest.yaml': document(
    'rest',
    `  - rest: { wait: { seconds: 6 } }\n  - say: { set: { rested: true } }\n`,
  ),
  'flows/slow.yaml': document(
    'slow',
    `  - rest: { wait: { seconds: 4 } }\n  - say: { set: { rested: true } }\n`,
  ),
  'flows/count.yaml': document('count', '  - add: { call: store/counts.increment, with: { key: n } }\n'),
  // A word of files alone does not bind a flow to the leader.
  'flows/profile.yaml': document(
    'profile',
    `  - read: { set: { profile: '\${ .name }', download: false } }\n`,
  ),
  'flows/alone.yaml': document(
    'alone',
    `  - tell: { emit: { event: { with: { source: /test, type: org.example.told } } } }\n`,
  ),
  'stores/counts.yaml': 'kind: store\nname: counts\nschema: { type: integer }\n',
};

const ended = ({ controller }: Service | Member) =>
  Object.values(controller.statistics().ended).reduce((sum, count) => sum + count, 0);

describe.skipIf(!(await hasServer()))('a member', () => {
  let it: Installation;
  const open = async () => {
    it = new Installation(await newDatabase(), files);
    return it.two();
  };

  test('runs flows itself, and leaves to the leader those that need it', async () => {
    const { leader, member } = await open();
    const hello = await it.run(member.url, 'hello', { name: 'Ann' });
    expect(hello).toMatchObject({ status: 201, body: { status: 'completed', output: { hello: 'Ann' } } });
    expect([ended(leader), ended(member)]).toEqual([0, 1]);
    expect(await it.run(member.url, 'profile', { name: 'Ann' })).toMatchObject({
      body: { output: { profile: 'Ann', download: false } },
    });
    expect([ended(leader), ended(member)]).toEqual([0, 2]);
    expect(await it.run(member.url, 'alone', {})).toMatchObject({ body: { status: 'completed' } });
    expect([ended(leader), ended(member)]).toEqual([1, 2]);
    const { items } = await (await it.call(leader.url, '/api/v1/main/runs')).json();
    expect(items.map(({ flow }: { flow: string }) => flow)).toEqual(['alone', 'profile', 'hello']);
    const { checks } = await (await it.call(leader.url, '/api/v1/platform/diagnostics')).json();
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: 'leader-flows',
        status: 'ok',
        detail: 'One flow of production runs at the leader only: `alone` (events)',
      }),
    );
  });

  test('changes stores at the same time as the leader', async () => {
    const { leader, member } = await open();
    const urls = [leader.url, member.url];
    const counts = Array.from({ length: 40 }, (_, index) => it.run(urls[index % 2] ?? '', 'count', {}));
    const outputs = (await Promise.all(counts)).map(({ body }) => Number(body.output));
    expect(outputs.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect([ended(leader), ended(member)]).toEqual([20, 20]);
  });

  test('passes on what it does not answer: bodies, streams, writes of agents and over GraphQL', async () => {
    const { leader, member } = await open();
    const path = '/api/v1/main/flows/hello';
    const definition = await (await it.call(member.url, path)).json();
    const changed = { ...definition.definition, input: { schema: { document: { type: 'object' } } } };
    const put = await it.call(member.url, path, { method: 'PUT', body: JSON.stringify(changed) });
    expect([put.status, await put.json()]).toMatchObject([200, { change: 'updated', push: 'pushed' }]);
    expect(it.remote.git('log', '--format=%s', 'main')).toContain('Update flow hello');
    const query = { query: '{ flows(branch: "main") { nodes { name } } }' };
    const graphql = await it.call(member.url, '/graphql', { method: 'POST', body: JSON.stringify(query) });
    expect(graphql.status).toBe(200);
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    };
    const mcp = await it.call(member.url, '/mcp', {
      method: 'POST',
      body: JSON.stringify(initialize),
      headers: { accept: 'application/json, text/event-stream' },
    });
    expect([mcp.status, await mcp.text()]).toEqual([200, expect.stringContaining('serverInfo')]);
    const listening = new AbortController();
    const stream = await it.call(member.url, '/api/v1/platform/events', {
      headers: { accept: 'text/event-stream' },
      signal: listening.signal,
    });
    // Members know of the first listener as soon as the leader has noted it.
    const noted = () =>
      inServer(`select 1 from versions where topic = 'readers' and version = 1`, getUrl(it.database));
    await eventually(async () => (await noted()).rowCount === 1);
    const reader = stream.body?.getReader();
    const seen = (async () => {
      let text = '';
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
        text += Buffer.from(next.value);
        if (text.includes('workflow.completed')) break;
      }
      return text;
    })();
    // The leader answers for as long as the member still reads the flow that was changed above.
    await eventually(() => member.controller.mayStart('main', { flow: 'hello', environment: undefined }));
    await it.run(member.url, 'hello', { name: 'Bo' });
    expect(await seen).toContain('workflow.completed');
    listening.abort();
    expect(ended(leader)).toBe(0);
  });

  test('sees each change that was acknowledged before: of flows, of keys and of settings', async () => {
    const { leader, member } = await open();
    const path = '/api/v1/main/flows/hello';
    const { definition } = await (await it.call(leader.url, path)).json();
    for (const word of ['one', 'two', 'three']) {
      const changed = { ...definition, do: [{ say: { set: { word } } }] };
      await it.call(leader.url, path, { method: 'PUT', body: JSON.stringify(changed) });
      expect((await it.run(member.url, 'hello', {})).body.output).toEqual({ word });
    }
    const keys = '/api/v1/platform/api-keys';
    const made = await it.call(leader.url, keys, {
      method: 'POST',
      body: JSON.stringify({ name: 'robot', role: 'operator' }),
    });
    const { key, id } = await made.json();
    const asRobot = () =>
      it.call(member.url, `${path}/runs`, { method: 'POST', body: '{}', headers: { 'x-api-key': key } });
    expect((await asRobot()).status).toBeLessThan(300);
    await it.call(leader.url, `${keys}/${id}`, { method: 'DELETE' });
    expect((await asRobot()).status).toBe(401);
    const limits = '/api/v1/platform/entities/platform/config-section/Limits';
    for (const FlowInput of [1_024, 4_096, 1_024]) {
      const patch = { method: 'PATCH', body: JSON.stringify({ FlowInput }) };
      expect((await it.call(leader.url, limits, patch)).status).toBe(200);
      const { body } = await it.run(member.url, 'hello', { name: 'x'.repeat(2_000) });
      expect(body).toMatchObject(
        FlowInput > 2_000 ? { status: 'completed' } : { code: 'flow_input_too_large' },
      );
    }
    // It has read them without a new start, which would end its connections.
    expect(it.joined).toBe(1);
  });

  test('signs people in at the console, whose sessions count at every node until they end', async () => {
    const { leader, member } = await open();
    const user = { name: 'ada', role: 'operator', password: 'correct horse battery' };
    const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) });
    expect((await it.call(leader.url, '/api/v1/platform/users', post(user))).status).toBe(201);
    const session = '/api/v1/platform/auth/session';
    const json = { 'content-type': 'application/json' };
    const { name: username, password } = user;
    const begun = await fetch(`${member.url}${session}`, { ...post({ username, password }), headers: json });
    expect(begun.status).toBe(200);
    const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';');
    const ask = (url: string, path: string, init: RequestInit = {}) =>
      fetch(`${url}${path}`, { ...init, headers: { ...json, cookie, 'x-svc-console': '1' } });
    for (const { url } of [leader, member])
      expect(await (await ask(url, session)).json()).toMatchObject({ principal: 'user:ada' });
    const run = await ask(member.url, '/api/v1/main/flows/hello/runs', post({ name: 'Ann' }));
    expect(run.status).toBe(201);
    expect(await run.json()).toMatchObject({ principal: 'user:ada' });
    const elsewhere = {
      ...post({ name: 'Ann' }),
      headers: { ...json, cookie, origin: 'https://evil.example' },
    };
    const forged = await fetch(`${member.url}/api/v1/main/flows/hello/runs`, elsewhere);
    expect(forged.status).toBe(403);
    expect((await ask(leader.url, session, { method: 'DELETE' })).status).toBe(204);
    for (const { url } of [leader, member]) expect((await ask(url, session)).status).toBe(401);
    const late = await ask(member.url, '/api/v1/main/flows/hello/runs', post({ name: 'Ann' }));
    expect(late.status).toBe(401);
  });

  test('leaves runs that wait for long to the leader, from which everyone can follow and end its runs', async () => {
    const { leader, member } = await open();
    const parked = it.run(member.url, 'rest', {}, 20);
    const slow = await it.run(member.url, 'slow', {}, 0);
    const path = `/api/v1/main/runs/${slow.body.id}`;
    const cancelled = await it.call(leader.url, `${path}/cancel`, { method: 'POST' });
    expect([cancelled.status, await cancelled.json()]).toMatchObject([200, { status: 'cancelled' }]);
    expect(ended(member)).toBe(1);
    expect(await parked).toMatchObject({ body: { status: 'completed', output: { rested: true } } });
    expect(ended(leader)).toBe(1);
  });

  test("records its callers in the leader's audit log once, by their own addresses", async () => {
    const { leader, member } = await open();
    await it.run(member.url, 'hello', { name: 'Ann' });
    const forged = { 'x-svc-caller': '203.0.113.7 forged' };
    await it.call(member.url, '/api/v1/platform/api-keys', { method: 'POST', body: '{}', headers: forged });
    const records = await eventually(async () => {
      const { items } = await (await it.call(leader.url, '/api/v1/platform/audit')).json();
      return items.some(({ action }: { action: string }) => action === 'run-flow') && items;
    });
    expect(records.filter(({ action }: { action: string }) => action === 'run-flow')).toHaveLength(1);
    for (const { address } of records) expect(['127.0.0.1', null]).toContain(address);
    const verdict = await (await it.call(leader.url, '/api/v1/platform/audit/verification')).json();
    expect(verdict.ok).toBe(true);
  });

  test('leads at the same address when the leader stops, and continues what that left', async () => {
    const { leader, member, leads } = await open();
    const slow = await it.run(member.url, 'slow', {}, 0);
    await leader.stop();
    const next = await leads;
    expect(next.url).toBe(member.url);
    const run = await eventually(async () => {
      const found = await (await it.call(next.url, `/api/v1/main/runs/${slow.body.id}`)).json();
      return found.status === 'completed' && found;
    });
    expect(run.output).toEqual({ rested: true });
    // On a slow machine the wait may be over before the next leader leads: the run ended once, on one of the two.
    await eventually(() => ended(leader) + ended(member) + ended(next) === 1);
  });

  test('refuses what only a leader can do while none answers, and goes on to run flows', async () => {
    const { member } = await open();
    await it.hideLeader(member);
    const list = await it.call(member.url, '/api/v1/platform/users');
    expect([list.status, await list.json()]).toMatchObject([503, { code: 'standby' }]);
    expect((await it.run(member.url, 'hello', { name: 'Bo' })).body.output).toEqual({ hello: 'Bo' });
  });
});
