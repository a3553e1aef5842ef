import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Scopes } from '../../../controller/security/identity/access/scopes.js';
import type { Role } from '../../../controller/security/identity/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { toolCallers } from '../attacks/tool-callers.js';
import { askOverMcp, graphQL, mcp, rest, type Surface } from '../parity/surfaces.js';
import { expectProblem } from '../start-app.js';
import { startWithHidden, walk } from './hidden-walk.js';
import { flow, RealService } from './real-service.js';
import { openGitFolder } from './scoped-folder.js';

test('the key of an administrator with scopes sees nothing outside of them, over any read', async () => {
  const { git, headers, own, runs } = await startWithHidden({}, (service) =>
    service.service.key('refunder', 'admin', { scopes: { flows: ['refund-*'], branches: ['main'] } }),
  );
  expect(await walk(git, headers, own, runs)).toEqual([]);
});

/** Names that no answer may have. */
const all = ['pay', 'ship', 'staging', 'live', 'work', 'main'] as const;
type Shown = (typeof all)[number];

interface Row {
  scopes: Scopes;
  operation: string;
  input?: Readonly<Record<string, Json>>;
  /** The code of the problem; left out for an answer. */
  code?: string;
  /** The scope that the problem names. */
  scope?: keyof Scopes;
  /** Of what the answer lists: the flows, environments or branches. */
  lists?: readonly Shown[];
}

const pay: Scopes = { flows: ['pay*'] };
const staging: Scopes = { environments: ['stag*'] };
const work: Scopes = { branches: ['work'] };
const reads: Scopes = { effects: ['read'] };
const runs: Scopes = { effects: ['run'] };
const tools: Scopes = { tools: ['run-flow', 'read-me'] };
const named: Scopes = { entities: ['environment/*', 'secret/shop/*'] };
const forbidden = 'forbidden';

function flowOf(name: string, branch = 'main'): JsonObject {
  return { branch, flow: name, wait: 10, parameters: {} };
}

function entity(type: string, name: string, branch = 'main'): JsonObject {
  return { branch, op: 'platform', type, name };
}

function definition(name: string): JsonObject {
  return {
    document: { dsl: '1.0.3', namespace: 'test', name, version: '1.0.0' },
    do: [{ greet: { set: { hello: 'you' } } }],
  };
}

function creation(name: string): JsonObject {
  return { branch: 'work', op: 'platform', type: 'flow', definition: definition(name), dryRun: true };
}

const rows: readonly Row[] = [
  { scopes: pay, operation: 'run-flow', input: flowOf('pay') },
  { scopes: pay, operation: 'run-flow', input: flowOf('ship'), code: forbidden, scope: 'flows' },
  { scopes: pay, operation: 'describe-flow', input: { branch: 'main', flow: 'ship' }, code: forbidden },
  { scopes: pay, operation: 'read-entity', input: entity('flow', 'ship'), code: forbidden, scope: 'flows' },
  { scopes: pay, operation: 'read-entity', input: entity('environment', 'staging'), code: forbidden },
  {
    scopes: pay,
    operation: 'list-entities',
    input: { branch: 'main', op: 'platform', type: 'flow' },
    lists: ['pay'],
  },
  {
    scopes: pay,
    operation: 'list-entities',
    input: { branch: 'main', op: 'platform', type: 'flow', q: 'ship' },
    lists: [],
  },
  { scopes: pay, operation: 'list-runs', input: { branch: 'main' }, lists: ['pay', 'staging', 'live'] },
  { scopes: pay, operation: 'list-human-tasks', input: { mine: false }, lists: ['pay', 'live'] },
  {
    scopes: pay,
    operation: 'list-versions',
    input: { branch: 'main', type: 'flow', name: 'ship' },
    code: forbidden,
  },
  { scopes: pay, operation: 'create-entity', input: creation('pay-more') },
  { scopes: pay, operation: 'create-entity', input: creation('shipping'), code: forbidden, scope: 'flows' },
  {
    scopes: pay,
    operation: 'delete-entity',
    input: { ...entity('flow', 'ship', 'work'), dryRun: true },
    code: forbidden,
  },
  {
    scopes: pay,
    operation: 'batch-runs',
    input: { branch: 'main', action: 'rerun', dryRun: true },
    lists: ['pay'],
  },
  { scopes: pay, operation: 'list-secrets', code: forbidden, scope: 'flows' },
  { scopes: pay, operation: 'list-api-keys', code: forbidden },
  { scopes: pay, operation: 'list-users', code: forbidden },
  { scopes: pay, operation: 'list-audit', code: forbidden },
  { scopes: pay, operation: 'list-backups', code: forbidden },
  { scopes: pay, operation: 'read-diagnostics', code: forbidden },
  { scopes: pay, operation: 'list-config-sections', code: forbidden },
  { scopes: staging, operation: 'run-flow', input: { ...flowOf('pay'), env: 'staging' } },
  {
    scopes: staging,
    operation: 'run-flow',
    input: { ...flowOf('pay'), env: 'live' },
    code: forbidden,
    scope: 'environments',
  },
  { scopes: staging, operation: 'run-flow', input: flowOf('pay'), code: forbidden, scope: 'environments' },
  { scopes: staging, operation: 'list-runs', input: { branch: 'main' }, lists: ['pay', 'ship', 'staging'] },
  { scopes: staging, operation: 'read-entity', input: entity('environment', 'live'), code: forbidden },
  {
    scopes: staging,
    operation: 'resolve-environment',
    input: { branch: 'main', environment: 'live' },
    code: forbidden,
  },
  {
    scopes: staging,
    operation: 'list-entities',
    input: { branch: 'main', op: 'platform', type: 'environment' },
    lists: ['staging'],
  },
  { scopes: work, operation: 'run-flow', input: flowOf('pay', 'main'), code: forbidden, scope: 'branches' },
  { scopes: work, operation: 'run-flow', input: flowOf('pay', 'work') },
  { scopes: work, operation: 'list-branches', lists: ['work'] },
  { scopes: work, operation: 'read-branch', input: { name: 'main' }, code: forbidden },
  { scopes: work, operation: 'create-branch', input: { name: 'main2' }, code: forbidden },
  { scopes: work, operation: 'merge-branch', input: { name: 'work' }, code: forbidden },
  { scopes: work, operation: 'list-secrets', code: forbidden, scope: 'branches' },
  {
    scopes: reads,
    operation: 'list-runs',
    input: { branch: 'main' },
    lists: ['pay', 'ship', 'staging', 'live'],
  },
  { scopes: reads, operation: 'list-api-keys' },
  { scopes: reads, operation: 'run-flow', input: flowOf('pay'), code: forbidden, scope: 'effects' },
  { scopes: reads, operation: 'create-entity', input: creation('more'), code: forbidden, scope: 'effects' },
  {
    scopes: reads,
    operation: 'create-api-key',
    input: { name: 'x', role: 'viewer' },
    code: forbidden,
    scope: 'effects',
  },
  {
    scopes: reads,
    operation: 'write-secret',
    input: { path: 'a/b', value: { k: 'v' } },
    code: forbidden,
    scope: 'effects',
  },
  { scopes: runs, operation: 'run-flow', input: flowOf('pay') },
  { scopes: runs, operation: 'list-runs', input: { branch: 'main' }, code: forbidden, scope: 'effects' },
  { scopes: tools, operation: 'run-flow', input: flowOf('pay') },
  { scopes: tools, operation: 'list-runs', input: { branch: 'main' }, code: forbidden, scope: 'tools' },
  { scopes: named, operation: 'list-secrets' },
  { scopes: named, operation: 'read-entity', input: entity('environment', 'live') },
  {
    scopes: named,
    operation: 'read-entity',
    input: entity('flow', 'pay'),
    code: forbidden,
    scope: 'entities',
  },
  { scopes: named, operation: 'write-secret', input: { path: 'shop/b', value: { k: 'v' } } },
  {
    scopes: named,
    operation: 'write-secret',
    input: { path: 'other/b', value: { k: 'v' } },
    code: forbidden,
  },
  // Rights that no scope bounds.
  {
    scopes: { requestsPerMinute: 10_000 },
    operation: 'create-user',
    input: { name: 'eve', role: 'admin', password: 'correct horse battery' },
    code: forbidden,
  },
  {
    scopes: { requestsPerMinute: 10_000 },
    operation: 'set-password',
    input: { name: 'admin', password: 'correct horse battery' },
    code: forbidden,
  },
  {
    scopes: { requestsPerMinute: 10_000 },
    operation: 'create-api-key',
    input: { name: 'y', role: 'admin' },
    code: forbidden,
  },
  {
    scopes: { requestsPerMinute: 10_000 },
    operation: 'update-config-section',
    input: { name: 'Limits', values: {} },
    code: forbidden,
  },
];

let service: RealService;
let url: string;
const keys = new Map<string, string>();

async function keyFor(scopes: Scopes, role: Role = 'admin'): Promise<string> {
  const id = JSON.stringify([scopes, role]);
  const known = keys.get(id) ?? (await service.key(`key-${keys.size}`, role, { scopes }));
  keys.set(id, known);
  return known;
}

beforeAll(async () => {
  const ask = (
    name: string,
  ) => `document: { dsl: '1.0.3', namespace: test, name: ${name}-ask, version: '1.0.0' }
do:
  - ask: { call: human-task@default, with: { title: 'Of ${name}', form: {}, assignees: [admin] } }
`;
  const folder = openGitFolder({
    'flows/pay.yaml': flow('pay'),
    'flows/ship.yaml': flow('ship'),
    'flows/pay-ask.yaml': ask('pay'),
    'flows/ship-ask.yaml': ask('ship'),
    'environments/staging.yaml': 'kind: environment\nname: staging\nbranches: [work]\nsecrets: staging\n',
    'environments/live.yaml': 'kind: environment\nname: live\ndefault: true\n',
  });
  service = await RealService.open(folder, { SVC_Limits__RequestsPerMinute: '1000000' });
  url = await service.app.listen({ port: 0, host: '127.0.0.1' });
  const created = await service.call('POST', '/api/v1/platform/branches', { name: 'work' });
  expect(created.statusCode, created.body).toBe(201);
  for (const path of ['shop/a', 'other/a'])
    await service.call('POST', '/api/v1/platform/entities/platform/secret', { path, value: { k: 'secret' } });
  for (const name of ['pay', 'ship'])
    for (const env of ['staging', 'live'])
      await service.call('POST', `/api/v1/main/flows/${name}/runs?env=${env}`, {});
  for (const name of ['pay-ask', 'ship-ask'])
    await service.call(
      'POST',
      `/api/v1/main/flows/${name}/runs`,
      {},
      { 'x-api-key': service.adminKey, prefer: 'wait=2' },
    );
});
afterAll(() => service.remove());

describe.each([rest, graphQL, mcp])('over $name', (surface: Surface) => {
  test.each(rows)('$scopes: $operation $input → $code $lists', async (row) => {
    const answer = await surface.call(service.app, await keyFor(row.scopes), row.operation, row.input ?? {});
    // The surface has no such call.
    if (answer === undefined) return;
    expect(answer.problem?.code, JSON.stringify(answer)).toBe(row.code);
    if (row.scope) {
      expect(answer.problem?.detail).toContain(`\`${row.scope}\` has`);
      expect(JSON.stringify(answer.problem?.hints)).toMatch(/scopes/);
    }
    if (row.lists === undefined) return;
    const shown = JSON.stringify(answer.data);
    for (const name of all) {
      const isListed = new RegExp(`"${name}(-ask)?"`).test(shown);
      if (!row.lists.includes(name) && !['main', 'work'].includes(name))
        expect(isListed, `${name} in ${shown}`).toBe(false);
      if (row.lists.includes(name)) expect(isListed, `${name} in ${shown}`).toBe(true);
    }
  });
});

describe.each(toolCallers(tmpdir()))('over $name', ({ call }) => {
  test.each([
    [pay, 'run-flow', { flow: 'pay' }, undefined],
    [pay, 'run-flow', { flow: 'ship' }, forbidden],
    [pay, 'read-entity', { type: 'flow', name: 'ship' }, forbidden],
    [pay, 'rotate-api-key', { id: 'key-0' }, forbidden],
    [staging, 'run-flow', { flow: 'pay', env: 'live' }, forbidden],
    [reads, 'run-flow', { flow: 'pay' }, forbidden],
    [tools, 'list-entities', { type: 'run' }, forbidden],
    [{ tools: ['list-entities'] }, 'list-entities', { type: 'run' }, undefined],
  ] as [Scopes, string, JsonObject, string | undefined][])(
    '%j: %s %j → %s',
    async (scopes, tool, args, code) => {
      const answer = await call({ url, apiKey: await keyFor(scopes) }, tool, args);
      const { structuredContent } = answer;
      expect(answer.isError ? structuredContent['code'] : undefined, JSON.stringify(structuredContent)).toBe(
        code,
      );
    },
  );
});

describe('a key with scopes', () => {
  const call = async (scopes: Scopes, ...request: Parameters<RealService['call']>) => {
    const [method, path, body, headers] = request;
    return service.call(method, path, body, { 'x-api-key': await keyFor(scopes), ...headers });
  };
  const api = '/api/v1/platform/api-keys';

  test('is listed, read, rotated and audited with them', async () => {
    const scopes = { flows: ['pay*'], effects: ['read', 'run'] };
    const created = await service.call('POST', api, { name: 'bot', role: 'operator', scopes });
    expect(created.statusCode, created.body).toBe(201);
    expect((await service.call('GET', `${api}/bot`)).json().scopes).toEqual(scopes);
    const rotated = await service.call('POST', `${api}/bot/rotate`, {});
    expect(rotated.json().scopes).toEqual(scopes);
    const key = { 'x-api-key': rotated.json().key };
    expect((await service.call('GET', '/api/v1/platform/auth/me', undefined, key)).json().scopes).toEqual(
      scopes,
    );
    expectProblem(await service.call('POST', '/api/v1/main/flows/ship/runs', {}, key), 403, forbidden);
    const audit = (await service.call('GET', '/api/v1/platform/audit?action=create-api-key')).body;
    expect(audit).toContain('pay*');
    const widened = await service.call('PATCH', `${api}/${rotated.json().id}`, { scopes: null });
    expect(widened.json().scopes).toBeNull();
    expect((await service.call('POST', '/api/v1/main/flows/ship/runs', {}, key)).statusCode).toBe(201);
  });

  test('makes, changes and rotates no key that reaches further than itself', async () => {
    const own: Scopes = { entities: ['api-key/*', 'flow/pay*'], effects: ['read', 'administer', 'run'] };
    const make = (name: string, scopes: Scopes | null) =>
      call(own, 'POST', api, { name, role: 'admin', scopes });
    for (const [index, wider] of [
      null,
      {},
      { flows: ['pay*'] },
      { flows: ['*'], effects: ['read'] },
      { flows: ['p*'], effects: ['read'] },
      { entities: ['*/pay*'], effects: ['read'] },
      { flows: ['pay*'], effects: ['read', 'secrets'] },
    ].entries())
      expectProblem(await make(`wide-${index}`, wider as Scopes), 403, forbidden);
    const narrow = await make('narrow', { flows: ['pay', 'pay-*'], effects: ['read'] });
    expect(narrow.statusCode, narrow.body).toBe(201);
    const { id } = narrow.json();
    expectProblem(await call(own, 'PATCH', `${api}/${id}`, { scopes: null }), 403, forbidden);
    expectProblem(await call(own, 'POST', `${api}/${keyId('key-0')}/rotate`, {}), 403, forbidden);
    const admin = await service.key('wide', 'admin');
    expect(admin).toMatch(/^svc_/);
    expectProblem(await call(own, 'POST', `${api}/${keyId('wide')}/rotate`, {}), 403, forbidden);
    expectProblem(await call(own, 'PATCH', `${api}/${keyId('wide')}`, { scopes: own }), 403, forbidden);
    expect((await call(own, 'POST', `${api}/${id}/rotate`, {})).statusCode).toBe(201);
  });

  test('makes no share that reaches further than itself, and its share ends with its scopes', async () => {
    const shares = '/api/v1/platform/shares';
    const body = (name: string, more: object = {}) => ({ name, branch: 'main', flow: 'pay', ...more });
    const runner: Scopes = { flows: ['pay'], effects: ['share', 'run'], environments: ['staging'] };
    expectProblem(await call(runner, 'POST', shares, body('a', { environment: 'staging' })), 403, forbidden);
    expectProblem(await call(runner, 'POST', shares, body('a', { rights: ['run'] })), 403, forbidden);
    const other = body('a', { rights: ['run'], environment: 'live' });
    expectProblem(await call(runner, 'POST', shares, other), 403, forbidden);
    expectProblem(await call(runner, 'POST', shares, { ...other, flow: 'ship' }), 403, forbidden);
    const made = await call(runner, 'POST', shares, body('a', { rights: ['run'], environment: 'staging' }));
    expect(made.statusCode, made.body).toBe(201);
    const use = () => service.anonymous('POST', made.json().path, {});
    expect((await use()).statusCode).toBe(201);
    const maker = made.json().createdBy.slice('api-key:'.length);
    await service.call('PATCH', `${api}/${maker}`, { scopes: { ...runner, flows: ['ship'] } });
    expectProblem(await use(), 403, 'share_ended');
  });

  test('with `propose` alone changes nothing directly, and proposes', async () => {
    const proposer: Scopes = { effects: ['read', 'propose'], flows: ['pay*'] };
    const path = '/api/v1/work/entities/platform/flow/pay';
    const patch = { document: { summary: 'new' } };
    const merge = { 'content-type': 'application/merge-patch+json' };
    expectProblem(await call(proposer, 'PATCH', path, patch, merge), 403, 'write_requires_proposal');
    const proposed = await call(proposer, 'PATCH', `${path}?propose=true`, patch, merge);
    expect(proposed.statusCode, proposed.body).toBe(202);
    const { id } = proposed.json().proposal;
    expectProblem(await call(proposer, 'POST', `/api/v1/platform/proposals/${id}/merge`, {}), 403, forbidden);
    const writer: Scopes = { effects: ['read', 'write'] };
    expectProblem(await call(writer, 'PATCH', path.replace('work', 'main'), patch, merge), 403, forbidden);
    expect((await call(writer, 'PATCH', path, { document: { summary: 'newer' } }, merge)).statusCode).toBe(
      200,
    );
  });

  test('is not led around them by many changes, other spellings or old commits', async () => {
    const changes = (names: string[]) => ({
      changes: names.map((name) => ({ op: 'create', type: 'flow', definition: definition(name) })),
    });
    const batch = await call(pay, 'POST', '/api/v1/work/entities:batch', changes(['pay-x', 'shop-x']));
    expect(batch.statusCode, batch.body).toBeGreaterThanOrEqual(400);
    expect((await service.call('GET', '/api/v1/work/flows/pay-x')).statusCode).toBe(404);
    // A commit of another writer touches both.
    const both = await service.call('POST', '/api/v1/work/entities:batch', changes(['pay-y', 'ship-y']));
    expect(both.statusCode, both.body).toBe(200);
    const merging: Scopes = { ...pay, effects: ['read', 'merge'] };
    const merged = await call(merging, 'POST', '/api/v1/platform/branches/work/merge', { into: 'main' });
    expectProblem(merged, 403, forbidden);
    const rename = { document: { name: 'pay-ship' } };
    const merge = { 'content-type': 'application/merge-patch+json' };
    const renamed = await call(pay, 'PATCH', '/api/v1/work/entities/platform/flow/ship', rename, merge);
    expectProblem(renamed, 403, forbidden);
    for (const name of ['PAY', 'pаy', 'pay/../ship', 'pay%2f..%2fship', '..%2fship', '*', 'pay*', '%70ay%00'])
      for (const path of [`flows/${name}/runs`, `entities/platform/flow/${name}`]) {
        const answer = await call(
          pay,
          path.startsWith('flows') ? 'POST' : 'GET',
          `/api/v1/main/${path}`,
          path.startsWith('flows') ? {} : undefined,
        );
        expect(answer.statusCode, `${path} ${answer.body}`).toBeGreaterThanOrEqual(400);
        expect(answer.statusCode).toBeLessThan(500);
      }
    const commit = (await service.call('GET', '/api/v1/main/versions/flow/ship/history')).json().items[0]
      .commitHash;
    expectProblem(await call(pay, 'GET', `/api/v1/main/versions/flow/ship/at/${commit}`), 403, forbidden);
    expectProblem(
      await call(pay, 'POST', `/api/v1/work/versions/flow/ship/revert`, { commitHash: commit, hold: false }),
      403,
      forbidden,
    );
  });

  test('changes no runs of other flows or environments, one by one or in a batch', async () => {
    const all = (await service.call('GET', '/api/v1/main/runs')).json().items as {
      id: string;
      flow: string;
      environment: string;
    }[];
    const other = all.find((run) => run.flow === 'ship');
    const live = all.find((run) => run.flow === 'pay' && run.environment === 'live');
    for (const [scopes, run] of [
      [pay, other],
      [staging, live],
    ] as const)
      for (const action of ['cancel', 'rerun', 'retry', 'suspend'])
        expectProblem(
          await call(scopes, 'POST', `/api/v1/main/runs/${run?.id}/${action}`, {}),
          404,
          'run_not_found',
        );
    const batch = await call(staging, 'POST', '/api/v1/main/runs:batch', { action: 'rerun', dryRun: false });
    expect(batch.statusCode, batch.body).toBe(200);
    const touched = new Set((batch.json().items as { run: string }[]).map(({ run }) => run));
    for (const run of all) if (run.environment === 'live') expect(touched.has(run.id)).toBe(false);
    const counted = (await call(staging, 'GET', '/api/v1/main/runs?count=true')).json();
    expect(counted.items.every((run: { environment: string }) => run.environment !== 'live')).toBe(true);
    expect(counted.count.runs).toBe(counted.items.length);
  });

  test('lists the tools and the flows over MCP that it can use', async () => {
    const names = async (scopes: Scopes) => {
      const { result } = await askOverMcp(service.app, await keyFor(scopes), 'tools/list', {});
      return (result.tools as { name: string }[]).map(({ name }) => name);
    };
    expect(await names({ tools: ['run-flow'] })).toEqual(['run-flow']);
    expect(await names(reads)).not.toContain('run-flow');
    expect(await names(reads)).toContain('read-entity');
  });

  test.each([pay, staging])('of %j takes no whole branch with it', async (scopes) => {
    expectProblem(await call(scopes, 'POST', '/api/v1/main/cicd/package', {}), 403, forbidden);
  });

  test('has its events alone, and its streams end when the key expires or its scopes change', async () => {
    const { apiKeys } = service.controller.identity;
    const until = new Date(Date.now() + 1500).toISOString();
    const request = { name: 'brief', role: 'viewer', scopes: pay, createdBy: 'user:test' } as const;
    const brief = await apiKeys.create({ ...request, expiresAt: until });
    const lasting = await apiKeys.create({ ...request, name: 'lasting' });
    const follow = (key: string) =>
      service.app.inject({
        url: '/api/v1/platform/events',
        headers: { 'x-api-key': key, accept: 'text/event-stream' },
        payloadAsStream: true,
      });
    const streams = await Promise.all([follow(brief.key), follow(lasting.key)]);
    const { id: ship } = (await service.call('POST', '/api/v1/main/flows/ship/runs', {})).json();
    const { id: own } = (await service.call('POST', '/api/v1/main/flows/pay/runs', {})).json();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await service.call('PATCH', `${api}/lasting`, { scopes: { flows: ['pay'] } });
    const texts = await Promise.all(streams.map((stream) => text(stream.stream())));
    for (const events of texts) {
      expect(events).toContain(own);
      expect(events).not.toContain(ship);
    }
    expect(
      (await service.call('GET', '/api/v1/main/flows', undefined, { 'x-api-key': brief.key })).statusCode,
    ).toBe(401);
  });

  test('has its scopes after a restore', async () => {
    await service.key('kept', 'operator', { scopes: pay });
    const backups = '/api/v1/platform/entities/platform/backup';
    const made = await service.call(
      'POST',
      backups,
      { categories: ['users'] },
      { 'x-api-key': service.adminKey, prefer: 'wait=60' },
    );
    expect(made.statusCode, made.body).toBeLessThan(300);
    await service.call('PATCH', `${api}/kept`, { scopes: null });
    const restored = await service.call('POST', `/api/v1/platform/backups/${made.json().id}/restore`, {
      categories: ['users'],
    });
    expect(restored.statusCode, restored.body).toBeLessThan(300);
    expect((await service.call('GET', `${api}/kept`)).json().scopes).toEqual(pay);
  });

  test('has requests of its own number', async () => {
    const slow: Scopes = { requestsPerMinute: 3 };
    const answers = [];
    for (let count = 0; count < 4; count++) answers.push(await call(slow, 'GET', '/api/v1/platform/auth/me'));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
    expect(answers[0]?.headers['ratelimit-limit']).toBe('3');
  });

  function keyId(name: string): string {
    return service.controller.identity.apiKeys.get(name).id;
  }
});
