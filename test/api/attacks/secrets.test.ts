import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../schemas/json/types.js';
import { json, TestServer } from '../../controller/connectors/server.js';
import { WorkTree } from '../../controller/git/git-fixture.js';
import { eventually } from '../../eventually.js';
import { RealService } from '../identity/real-service.js';
import { graphQL, mcp, type Outcome, rest } from '../parity/surfaces.js';

const document = (name: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n`;

/** The values that the listener received, in the order of the requests. */
let received: string[] = [];
let listener: TestServer;
let folder: string;
let tree: WorkTree;
let service: RealService;
const keys: Record<string, string> = {};

const files = (url: string) => ({
  'connections/shop.yaml': `kind: connection
name: shop
connector: http
config: { baseUrl: '${url}', auth: { type: apiKey, in: header, name: X-Key, value: { secret: shop, key: key } } }
`,
  'environments/production.yaml': 'kind: environment\nname: production\nsecrets: production\n',
  'environments/staging.yaml': 'kind: environment\nname: staging\nsecrets: staging\nbranches: [preview/*]\n',
  'flows/connection.yaml': `${document('connection')}do:\n  - ask: { call: shop.get, with: { path: / } }\n`,
  'flows/secrets.yaml': `${document('secrets')}use: { secrets: [shop] }
do:
  - ask: { call: http, with: { method: get, endpoint: '${url}', headers: { X-Key: '\${ $secrets.shop.key }' } } }
`,
  'flows/sleeper.yaml': `${document('sleeper')}use: { secrets: [shop] }
do:
  - sleep: { wait: { milliseconds: 1500 } }
  - ask: { call: http, with: { method: get, endpoint: '${url}', headers: { X-Key: '\${ $secrets.shop.key }' } } }
`,
  'flows/subflow.yaml': `${document('subflow')}do:
  - ask: { run: { workflow: { namespace: test, name: secrets, version: '1.0.0' } } }
`,
  'flows/plain.yaml': `${document('plain')}do:\n  - say: { set: { hello: world } }\n`,
});

beforeAll(async () => {
  listener = await TestServer.start(({ headers }, response) => {
    received.push(String(headers['x-key']));
    json(response, {});
  });
  folder = mkdtempSync(join(tmpdir(), 'svc-secrets-'));
  tree = WorkTree.create(join(folder, 'work'));
  tree.commit(files(listener.url), 'first');
  for (const branch of ['preview/1', 'other', 'proposals/1']) tree.git('branch', branch);
  for (const branch of ['preview/1', 'other']) {
    // A branch that opens itself an environment: its version must count for nothing.
    tree.git('checkout', '--quiet', branch);
    const wide = "branches: ['**', other, preview/1]\nsecrets: production\n";
    tree.commit({ 'environments/staging.yaml': `kind: environment\nname: staging\n${wide}` }, 'wider');
  }
  tree.git('checkout', '--quiet', 'main');
  mkdirSync(join(folder, 'data'));
  tree.git('clone', '--quiet', '--bare', tree.dir, gitDir());
  tree.git('-C', gitDir(), 'remote', 'remove', 'origin');
  writeFileSync(join(folder, 'svc.yaml'), 'DataDirectory: data\nGit: { Enabled: true, Branch: main }\n');
  service = await RealService.open(folder, {
    SVC_Flows__AllowPrivateNetworks: 'true',
    SVC_Limits__RequestsPerMinute: '1000000',
  });
  for (const path of ['shop', 'production/shop', 'staging/shop', 'platform/shop']) {
    const value = { key: `canary-of-${path}` };
    const written = await service.call('POST', '/api/v1/platform/entities/platform/secret', { path, value });
    expect(written.statusCode, written.body).toBe(201);
  }
  for (const role of ['viewer', 'operator', 'editor'] as const) keys[role] = await service.key(role, role);
  keys['admin'] = service.adminKey;
}, 60_000);
afterAll(async () => {
  await service.stop();
  await listener.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

function gitDir(): string {
  return join(folder, 'data', 'repository.git');
}

/** Commits on production, and waits until the commit is in service. */
async function commit(files: Record<string, string>): Promise<void> {
  tree.commit(files);
  tree.git('push', '--quiet', gitDir(), 'main');
  await service.controller.reconciler.request('main');
}

/** The secret that a use gets; undefined when the policy refuses it. */
function allowed(branch: string, environment: string | undefined): string | undefined {
  if (branch === 'main') return environment === undefined ? 'shop' : `${environment}/shop`;
  return branch === 'preview/1' && environment === 'staging' ? 'staging/shop' : undefined;
}

type Call = [operation: string, input: Record<string, Json>];
const ways: Record<string, Call> = {
  'a flow that calls a connection': ['run-flow', { flow: 'connection', parameters: {} }],
  'a flow with `use.secrets`': ['run-flow', { flow: 'secrets', parameters: {} }],
  'a subflow': ['run-flow', { flow: 'subflow', parameters: {} }],
  'a call of an action': [
    'invoke-connector-action',
    { connection: 'shop', action: 'get', input: { path: '/' } },
  ],
  'a test of the connection': ['test-connection', { connection: 'shop' }],
};
const cells = ['main', 'preview/1', 'other', 'proposals/1'].flatMap((branch) =>
  [undefined, 'staging', 'production'].map((environment) => ({ branch, environment })),
);

describe('who may use which secret', () => {
  describe.each(Object.entries(ways))('by %s', (_way, [operation, given]) => {
    describe.each([rest, graphQL, mcp])('over $name', (surface) => {
      test.each(['operator', 'editor', 'admin'])('as %s', async (role) => {
        for (const { branch, environment } of cells) {
          received = [];
          const where = `${branch} in ${environment ?? 'no environment'}`;
          const input = { branch, ...given, ...(environment === undefined ? {} : { env: environment }) };
          const answer = await surface.call(service.app, keys[role] ?? '', operation, input);
          // MCP has no tool for every operation.
          if (answer === undefined) return;
          const secret = allowed(branch, environment);
          if (secret === undefined) {
            expect(answer.problem?.code, where).toBe('environment_not_allowed');
            expect(answer.problem?.hints, where).toHaveLength(1);
            expect(received, where).toEqual([]);
          } else {
            expect(answer.problem, where).toBeUndefined();
            expect(received, where).toEqual([`canary-of-${secret}`]);
          }
        }
      });

      test('a viewer uses none', async () => {
        received = [];
        const input = { branch: 'main', ...given };
        const answer: Outcome | undefined = await surface.call(
          service.app,
          keys['viewer'] ?? '',
          operation,
          input,
        );
        if (answer) expect(answer.problem?.code).toBe('forbidden');
        expect(received).toEqual([]);
      });
    });
  });

  test('by a flow that is served as an endpoint', async () => {
    for (const branch of ['main', 'preview/1', 'other', 'proposals/1']) {
      received = [];
      const answer = await service.call(
        'POST',
        `/api/v1/${encodeURIComponent(branch)}/flows/secrets/serve`,
        {},
      );
      const secret = allowed(branch, undefined);
      expect(answer.statusCode, answer.body).toBe(secret === undefined ? 403 : 200);
      expect(received).toEqual(secret === undefined ? [] : [`canary-of-${secret}`]);
    }
  });

  test('a flow that uses no secret runs on every branch, but not in an environment that was not opened', async () => {
    const start = (branch: string, query = '') =>
      service.call('POST', `/api/v1/${encodeURIComponent(branch)}/flows/plain/runs${query}`, {});
    for (const branch of ['main', 'preview/1', 'other', 'proposals/1'])
      expect((await start(branch)).statusCode).toBe(201);
    expect((await start('preview/1', '?env=staging')).statusCode).toBe(201);
    expect((await start('other', '?env=staging')).json()).toMatchObject({ code: 'environment_not_allowed' });
  });

  test.each(['platform', 'Platform'])('no content names a secret under `%s/`', async (folder) => {
    const files = [
      {
        path: 'flows/reach.yaml',
        content: `${document('reach')}use: { secrets: [${folder}/shop] }\ndo:\n  - a: { set: { x: '\${ $secrets }' } }\n`,
      },
      {
        path: 'connections/reach.yaml',
        content: `kind: connection\nname: reach\nconnector: http\nconfig: { baseUrl: 'http://127.0.0.1:1', auth: { type: bearer, token: { secret: ${folder}/shop, key: key } } }\n`,
      },
      { path: 'environments/reach.yaml', content: `kind: environment\nname: reach\nsecrets: ${folder}\n` },
    ];
    const { problems } = (await service.call('POST', '/api/v1/main/cicd/validate', { files })).json();
    for (const { path } of files) {
      const found = problems.filter(
        ({ file, severity }: { file: string; severity: string }) => file === path && severity === 'error',
      );
      expect(found, path).toHaveLength(1);
      expect(found[0].message.toLowerCase()).toContain('platform');
    }
  });

  test('a branch that production no longer lists stops at the next read of its runs', async () => {
    received = [];
    const url = '/api/v1/preview%2F1/flows/sleeper/runs?env=staging';
    const { id } = (await service.call('POST', url, {}, { prefer: 'respond-async' })).json();
    await commit({
      'environments/staging.yaml':
        'kind: environment\nname: staging\nsecrets: staging\nbranches: [elsewhere]\n',
    });
    const run = await eventually(async () => {
      const found = (await service.call('GET', `/api/v1/preview%2F1/runs/${id}`)).json();
      return found.endedAt !== null && found;
    });
    expect(run).toMatchObject({
      status: 'faulted',
      error: { status: 403, detail: expect.stringContaining('does not allow the branch') },
    });
    const retried = await service.call('POST', `/api/v1/preview%2F1/runs/${id}/retry`, {});
    expect(retried.json()).toMatchObject({ code: 'environment_not_allowed' });
    expect(received).toEqual([]);
  });

  test.each([
    ['broken', 'kind: environment\nname: staging\nsecrets: staging\nbranches: [preview/*]\nvariabels: {}\n'],
    ['without a prefix', 'kind: environment\nname: staging\nbranches: [preview/*]\n'],
    ['gone', 'kind: environment\nname: another\n'],
  ])('an environment whose newest version is %s opens nothing', async (_what, broken) => {
    const good = 'kind: environment\nname: staging\nsecrets: staging\nbranches: [preview/*]\n';
    const url = '/api/v1/preview%2F1/flows/secrets/runs?env=staging';
    await commit({ 'environments/staging.yaml': good });
    expect((await service.call('POST', url, {})).json()).toMatchObject({ status: 'completed' });
    received = [];
    await commit({ 'environments/staging.yaml': broken });
    const refused = await service.call('POST', url, {});
    expect(refused.json()).toMatchObject({ code: 'environment_not_allowed' });
    expect(received).toEqual([]);
  });
});
