import { describe, expect, test } from 'vitest';
import { routes } from '../../../api/operations/registry.js';
import type { Service } from '../../../cli/client/local/start-service.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { getUrl, hasServer, inServer, newDatabase } from '../../controller/storage/engines.js';
import { eventually } from '../../eventually.js';
import { Installation, type Member } from './installation.js';

const document = (name: string, tasks: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0', tags: { team: shop } }\ndo:\n${tasks}`;
const files = {
  'flows/hello.yaml': document('hello', `  - say: { set: { hello: '\${ .name }' } }\n`),
  'flows/outer.yaml': document(
    'outer',
    '  - inner: { run: { workflow: { namespace: test, name: fails, version: 1.0.0 } } }\n',
  ),
  'flows/fails.yaml': document(
    'fails',
    `  - stop: { raise: { error: { type: 'https://example.com/gone', status: 410, title: Gone } } }\n`,
  ),
  'flows/tells.yaml': document(
    'tells',
    Array.from(
      { length: 8 },
      (_, n) =>
        `  - say${n}: { call: 'log:1.0.0@default', with: { message: 'line ${n}' } }\n  - rest${n}: { wait: { milliseconds: 300 } }\n`,
    ).join(''),
  ),
  'flows/lacks.yaml': document('lacks', `  - ask: { call: shop.get, with: { path: / } }\n`),
  'flows/asks.yaml': document(
    'asks',
    `  - ask: { call: human-task@default, with: { title: Really?, assignees: [admin], form: { type: object } } }\n`,
  ),
  'flows/broken.yaml': document('broken', '  - say: { unknown: 1 }\n'),
  'connections/shop.yaml': `kind: connection
name: shop
connector: http
config: { baseUrl: https://shop.example.com, auth: { type: bearer, token: { secret: shop, key: token } } }
`,
  'environments/test.yaml': 'kind: environment\nname: test\nvariables: { region: eu }\n',
  'teams/sellers.yaml': `kind: team
name: sellers
members: [user:ada]
grants: [{ role: viewer, flows: [hello] }]
`,
};

/** Members that each node answers with as it has come to know them: when it has read an entity, and the times of a request. */
const ownMembers: ReadonlySet<string> = new Set(['lastTransitionTime', 'instance', 'requestId']);

function withoutOwn(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutOwn);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !ownMembers.has(name));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutOwn(member)]));
}

/** Paths for each operation that members serve: answers, refusals and lists in pages. */
const paths: Readonly<Record<string, (ids: Record<string, string>) => readonly string[]>> = {
  'describe-flow': () => ['/api/v1/main/flows/hello/context', '/api/v1/main/flows/helo/context'],
  'list-entities': () => [
    '/api/v1/main/flows',
    '/api/v1/main/flows?limit=2',
    '/api/v1/main/flows?q=hello',
    '/api/v1/main/flows?label=team=shop',
    '/api/v1/main/flows?cursor=bogus',
    '/api/v1/main/connections',
    '/api/v1/main/environments',
    '/api/v1/main/entities/platform/team',
    '/api/v1/main/entities/platform/tem',
  ],
  'read-entity': () => [
    '/api/v1/main/flows/hello',
    '/api/v1/main/flows/lacks',
    '/api/v1/main/flows/broken',
    '/api/v1/main/flows/nothing',
    '/api/v1/main/connections/shop',
    '/api/v1/main/environments/test',
    '/api/v1/main/entities/platform/flow/hello?explain=true',
  ],
  'list-entity-types': () => ['/api/v1/main/entities/platform'],
  'read-schema': () => ['/schemas/flow.json', '/schemas/connection.json', '/schemas/nothing.json'],
  'read-connector-schema': () => ['/schemas/connectors/http.json'],
  'list-connection-actions': () => ['/api/v1/main/connections/shop/actions'],
  'resolve-environment': () => ['/api/v1/main/environments/test/resolved'],
  'list-runs': () => [
    '/api/v1/main/runs?count=true',
    '/api/v1/main/runs?limit=2&fields=input&fields=output',
    '/api/v1/main/runs?flow=hello&status=completed',
    '/api/v1/main/runs?label=team=shop',
    '/api/v1/main/runs?failedTask=stop&error=410',
    '/api/v1/main/runs?limit=100000',
    '/api/v1/platform/entities/platform/run',
  ],
  'read-run': ({ hello, outer }) => [
    `/api/v1/main/runs/${hello}`,
    `/api/v1/main/runs/${outer}`,
    '/api/v1/main/runs/00000000-0000-7000-8000-000000000000',
    `/api/v1/platform/entities/platform/run/${outer}`,
  ],
  'list-run-tasks': ({ hello, outer, tells }) => [
    `/api/v1/main/runs/${hello}/tasks`,
    `/api/v1/main/runs/${outer}/tasks?latest=true`,
    `/api/v1/main/runs/${tells}/tasks?limit=3`,
    `/api/v1/main/runs/${tells}/tasks?cursor=bogus`,
  ],
  'inspect-task': ({ outer, tells }) => [
    `/api/v1/main/runs/${outer}/tasks/inner`,
    `/api/v1/main/runs/${tells}/tasks/say3`,
    `/api/v1/main/runs/${tells}/tasks/nothing`,
  ],
  'read-run-logs': ({ tells }) => [
    `/api/v1/main/runs/${tells}/logs`,
    `/api/v1/main/runs/${tells}/logs?after=2&limit=3`,
    `/api/v1/main/runs/${tells}/logs?task=say3`,
  ],
  'list-run-files': ({ hello }) => [`/api/v1/main/runs/${hello}/files`],
  'list-human-tasks': () => ['/api/v1/platform/human-tasks?mine=false', '/api/v1/platform/human-tasks'],
  'read-human-task': ({ task }) => [
    `/api/v1/platform/human-tasks/${task}`,
    '/api/v1/platform/human-tasks/nothing',
  ],
  'list-errors': () => ['/api/v1/platform/errors'],
  'read-error': () => ['/api/v1/platform/errors/version_conflict', '/api/v1/platform/errors/nothing'],
  'read-me': () => ['/api/v1/platform/auth/me'],
};

const served = [
  ...new Set(routes.flatMap(({ operation: { name, atMembers } }) => (atMembers === 'read' ? [name] : []))),
];

test('members serve operations that only read, and that leave no record', () => {
  for (const { operation } of routes) {
    if (operation.atMembers !== 'read') continue;
    expect(operation).toMatchObject({ hints: { readOnly: true } });
    expect(operation.audited).toBeUndefined();
  }
});

describe.skipIf(!(await hasServer()))('a member', () => {
  let it: Installation;
  const open = async () => {
    it = new Installation(await newDatabase(), files);
    return it.two();
  };

  /** Makes a key at the leader. */
  async function makeKey(leader: Service, fields: JsonObject): Promise<{ id: string; key: string }> {
    const body = JSON.stringify({ name: `robot-${Math.random()}`, ...fields });
    return (await it.call(leader.url, '/api/v1/platform/api-keys', { method: 'POST', body })).json();
  }

  async function runAll(leader: Service, member: Member): Promise<Record<string, string>> {
    const hello = await it.run(leader.url, 'hello', { name: 'Ann' });
    const outer = await it.run(member.url, 'outer', {});
    const tells = await it.run(leader.url, 'tells', {}, 30);
    expect([hello, outer, tells].map(({ body }) => body.status)).toEqual([
      'completed',
      'faulted',
      'completed',
    ]);
    await it.run(leader.url, 'asks', {}, 0);
    const task = await eventually(async () => {
      const { items } = await (await it.call(leader.url, '/api/v1/platform/human-tasks?mine=false')).json();
      return items[0]?.id as string | undefined;
    });
    return { hello: hello.body.id, outer: outer.body.id, tells: tells.body.id, task };
  }

  const read = async (url: string, path: string, init?: RequestInit) => {
    const answer = await it.call(url, path, init);
    const text = await answer.text();
    const body = withoutOwn(JSON.parse(text) as Json);
    return { path, status: answer.status, type: answer.headers.get('content-type'), body };
  };

  test('answers each operation that it serves as the leader does, without it', async () => {
    const { leader, member } = await open();
    const ids = await runAll(leader, member);
    const seller = await makeKey(leader, { role: 'viewer', scopes: { flows: ['hello'] } });
    const all = served.flatMap((name) => paths[name]?.(ids) ?? [`no path for ${name}`]);
    const keys = [{}, { headers: { 'x-api-key': seller.key } }, { headers: { 'x-api-key': 'wrong' } }];
    const readAll = async (url: string) => {
      const answers: unknown[] = [];
      for (const init of keys) for (const path of all) answers.push(await read(url, path, init));
      return answers;
    };
    // Addresses in answers are those of the request.
    const atMember = async () =>
      JSON.parse(JSON.stringify(await readAll(member.url)).replaceAll(member.url, leader.url));
    const expected = await readAll(leader.url);
    const passedOn = await read(member.url, '/api/v1/nothing');
    expect(passedOn.status).toBe(404);
    await it.hideLeader(member);
    expect(await atMember()).toEqual(expected);
    for (const path of ['/api/v1/openapi.json', '/metrics', '/'])
      expect((await it.call(member.url, path)).status).toBe(200);
  });

  test('answers GraphQL and agents where they read what it serves, and leaves other requests to the leader', async () => {
    const { leader, member } = await open();
    const ids = await runAll(leader, member);
    const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) });
    const reading = post({
      query: `{ flows(branch: "main", first: 2) { nodes { name } } runs(branch: "main") { nodes { id status } } }`,
    });
    const mixed = post({ query: `{ flows(branch: "main") { nodes { name } } users { nodes { name } } }` });
    const accept = { accept: 'application/json, text/event-stream' };
    const message = (method: string, params: object) => ({
      ...post({ jsonrpc: '2.0', id: 1, method, params }),
      headers: { ...accept, 'mcp-protocol-version': '2025-11-25' },
    });
    const tool = (name: string, args: object) => message('tools/call', { name, arguments: args });
    const own = [
      ['/graphql', reading],
      ['/mcp', message('tools/list', {})],
      ['/mcp', message('resources/list', {})],
      ['/mcp', tool('read-entity', { type: 'run', name: ids['outer'] })],
      ['/mcp', tool('list-entities', { type: 'flow' })],
    ] as const;
    const passed = [
      ['/graphql', mixed],
      ['/mcp', tool('list-entities', { type: 'user' })],
      ['/mcp', tool('run-flow', { flow: 'hello', parameters: { name: 'Bo' } })],
    ] as const;
    const text = async (url: string, [path, init]: readonly [string, RequestInit]) => {
      const answer = await it.call(url, path, init);
      return [answer.status, (await answer.text()).replaceAll(/"lastTransitionTime":"[^"]*"/g, '')];
    };
    for (const request of passed) {
      const answer = await text(member.url, request);
      expect(answer).toEqual([200, expect.not.stringMatching(/standby|"isError":true|"errors"/)]);
    }
    const count = async () =>
      (await (await it.call(leader.url, '/api/v1/main/runs?flow=hello')).json()).items.length;
    expect(await count()).toBe(2);
    const expected = [];
    for (const request of own) expected.push(await text(leader.url, request));
    await it.hideLeader(member);
    for (const [index, request] of own.entries())
      expect(await text(member.url, request)).toEqual(expected[index]);
  });

  test('sees each write that was acknowledged before, wherever it was made', async () => {
    const { leader, member } = await open();
    const nodes = [leader.url, member.url];
    const path = '/api/v1/main/flows/hello';
    const { definition } = await (await it.call(leader.url, path)).json();
    for (let n = 1; n <= 8; n++) {
      const [writer = '', reader = ''] = n % 2 === 0 ? nodes : [...nodes].reverse();
      const changed = { ...definition, do: [{ say: { set: { n } } }] };
      const put = await it.call(writer, path, { method: 'PUT', body: JSON.stringify(changed) });
      expect(put.status).toBe(200);
      const seen = await (await it.call(reader, path)).json();
      expect(seen.definition.do).toEqual([{ say: { set: { n } } }]);
      const { body: run } = await it.run(writer, 'hello', {});
      const { items } = await (await it.call(reader, '/api/v1/main/runs?limit=1&fields=output')).json();
      expect(items).toMatchObject([{ id: run.id, output: { n } }]);
    }
    const lacks = async () =>
      (await (await it.call(member.url, '/api/v1/main/flows/lacks')).json()).status.missing;
    expect(await lacks()).toHaveLength(1);
    const secret = { method: 'PUT', body: JSON.stringify({ value: { token: 'x' } }) };
    expect((await it.call(leader.url, '/api/v1/platform/secrets/shop', secret)).status).toBeLessThan(300);
    expect(await lacks()).toEqual([]);
  });

  test('refuses a key from its revocation on, and what its new bounds leave out', async () => {
    const { leader, member } = await open();
    const { id, key } = await makeKey(leader, { role: 'viewer' });
    const asRobot = (path: string) => it.call(member.url, path, { headers: { 'x-api-key': key } });
    expect((await asRobot('/api/v1/main/flows/hello')).status).toBe(200);
    const scopes = { method: 'PATCH', body: JSON.stringify({ scopes: { flows: ['tells'] } }) };
    expect((await it.call(leader.url, `/api/v1/platform/api-keys/${id}`, scopes)).status).toBe(200);
    expect((await asRobot('/api/v1/main/flows/hello')).status).toBe(403);
    const run = await it.run(leader.url, 'tells', {}, 0);
    const tail = await it.call(member.url, `/api/v1/main/runs/${run.body.id}/logs`, {
      headers: { 'x-api-key': key, accept: 'text/event-stream' },
    });
    expect(tail.status).toBe(200);
    await it.call(leader.url, `/api/v1/platform/api-keys/${id}`, { method: 'DELETE' });
    expect((await asRobot('/api/v1/main/runs')).status).toBe(401);
    // The tail ends without the end of the run.
    expect(await tail.text()).not.toContain('event: end');
  });

  test('follows the log of a run that the leader executes, to its end', async () => {
    const { leader, member } = await open();
    const run = await it.run(leader.url, 'tells', {}, 0);
    await it.hideLeader(member);
    const state = await it.call(member.url, `/api/v1/main/runs/${run.body.id}`);
    expect(['running', 'waiting']).toContain((await state.json()).status);
    const tail = await it.call(member.url, `/api/v1/main/runs/${run.body.id}/logs`, {
      headers: { accept: 'text/event-stream' },
    });
    const text = await tail.text();
    const lines = Array.from({ length: 8 }, (_, n) => `line ${n}`);
    expect(lines.filter((line) => text.includes(line))).toEqual(lines);
    expect(text).toContain('event: end');
  });

  test('that has fallen behind has the leader answer, and without one answers nothing old', async () => {
    const { leader, member } = await open();
    // The remote never has this commit.
    await inServer(`update applied_branches set revision = '${'0'.repeat(40)}'`, getUrl(it.database));
    expect(await member.controller.mayRead()).toBe(false);
    const path = '/api/v1/main/flows/hello';
    const expected = await (await it.call(leader.url, path)).json();
    expect(await (await it.call(member.url, path)).json()).toEqual(expected);
    await it.hideLeader(member);
    const late = await it.call(member.url, path);
    expect([late.status, await late.json()]).toMatchObject([503, { code: 'standby' }]);
    // The leader's address is wrong for this node alone, as far as it knows.
    expect((await it.call(member.url, '/readyz')).status).toBe(503);
  });

  test('keeps people at the console signed in for reads while no node leads', async () => {
    const { leader, member } = await open();
    const user = { name: 'ada', role: 'operator', password: 'correct horse battery' };
    const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) });
    expect((await it.call(leader.url, '/api/v1/platform/users', post(user))).status).toBe(201);
    const json = { 'content-type': 'application/json' };
    const begun = await fetch(`${leader.url}/api/v1/platform/auth/session`, {
      ...post({ username: 'ada', password: user.password }),
      headers: json,
    });
    const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';');
    await it.hideLeader(member);
    const me = await eventually(async () => {
      const answer = await fetch(`${member.url}/api/v1/platform/auth/me`, { headers: { cookie } });
      return answer.status === 200 && answer.json();
    });
    expect(me).toMatchObject({ id: 'user:ada' });
  });
});
