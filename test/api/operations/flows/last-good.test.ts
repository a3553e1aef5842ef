import { expect, test } from 'vitest';
import { WorkTree } from '../../../controller/git/git-fixture.js';
import { commitCrafted } from '../../../controller/git/trees/crafted-tree.js';
import { connectClient } from '../../mcp/clients.js';
import { GitService } from '../entities/writes/git-service.js';

const ship = (body: string) => `document: { dsl: '1.0.3', namespace: shop, name: ship, version: '1.0.0' }
do:
  - note: ${body}
  - pack: { run: { workflow: { namespace: shop, name: pack, version: latest } } }
`;
const pack = (word: string) => `document: { dsl: '1.0.3', namespace: shop, name: pack, version: '1.0.0' }
do:
  - set: { set: { word: '${word}' } }
`;
const good = ship('{ set: { v: 1 } }');
const runs = '/api/v1/main/flows/ship/runs';

/** Commits these files as the whole tree, as a push by others does. */
async function push(git: GitService, files: Record<string, string>): Promise<string> {
  const commit = commitCrafted(new WorkTree(git.gitDir), files);
  await git.call('POST', '/api/v1/main/cicd/sync', {});
  await expect
    .poll(async () => (await git.call('GET', '/api/v1/main/cicd/sync')).json().appliedRevision)
    .toBe(commit);
  return commit;
}

test('a run of a flow whose newest version is broken names the commit that ran, and the newer one', async () => {
  const git = await GitService.start({ 'ship.yaml': good, 'pack.yaml': pack('one') });
  const first = git.git('rev-parse', 'main');
  const fine = await git.call('POST', runs, {});
  expect(fine.json()).toMatchObject({ revision: first, branchRevision: null, warning: null });
  expect(fine.headers).not.toHaveProperty('x-svc-warning');

  const broken = await push(git, { 'ship.yaml': ship('{ sett: { v: 2 } }'), 'pack.yaml': pack('one') });
  const answer = await git.call('POST', runs, {});
  expect(answer.json()).toMatchObject({ revision: first, branchRevision: broken, output: { word: 'one' } });
  expect(answer.headers['x-svc-revision']).toBe(first);
  const { warning } = answer.json();
  expect(warning).toContain(broken.slice(0, 12));
  expect(answer.headers['x-svc-warning']).toBe(warning);
  const stored = await git.call('GET', `/api/v1/main/runs/${answer.json().id}`);
  expect(stored.json()).toMatchObject({ revision: first, branchRevision: broken, warning });
});

test('a flow at its last good version runs with the subflows of the same commit, also after a restart', async () => {
  const git = await GitService.start({ 'ship.yaml': good, 'pack.yaml': pack('one') });
  const first = git.git('rev-parse', 'main');
  await push(git, {
    'ship.yaml': good,
    'pack.yaml': pack('one'),
    'note.yaml': 'kind: environment\nname: n\n',
  });
  const last = git.git('rev-parse', 'main');
  await push(git, { 'ship.yaml': ship('{ sett: {} }'), 'pack.yaml': pack('one') });
  const newest = await push(git, { 'ship.yaml': ship('{ sett: {} }'), 'pack.yaml': pack('two') });
  const expected = { revision: last, branchRevision: newest, output: { word: 'one' } };
  expect(last).not.toBe(first);
  expect((await git.call('POST', runs, {})).json()).toMatchObject(expected);
  const child = (await git.call('GET', '/api/v1/main/runs?flow=pack&fields=input,output')).json().items[0];
  expect(child).toMatchObject({ revision: last, branchRevision: newest });

  await git.service.stop();
  const again = await GitService.open(git.folder);
  expect((await again.call('POST', runs, {})).json()).toMatchObject(expected);
  const graph = await again.call('POST', '/graphql', {
    query: '{ runs(branch: "main", flow: "ship") { nodes { revision branchRevision warning } } }',
  });
  expect(graph.body).toContain(newest);
});

test('an agent that runs an older version reads the warning in the text and in the data of the answer', async () => {
  const tagged = (body: string) =>
    ship(body).replace("version: '1.0.0' }", "version: '1.0.0', tags: { mcp: true } }");
  const git = await GitService.start({ 'ship.yaml': tagged('{ set: { v: 1 } }'), 'pack.yaml': pack('one') });
  const first = git.git('rev-parse', 'main');
  const url = await git.service.app.listen({ port: 0, host: '127.0.0.1' });
  const client = await connectClient({ url, apiKey: git.service.adminKey }, 'auto');
  const run = async (name: string, args: Record<string, unknown>) => {
    const answer = await client.callTool({ name, arguments: args });
    return {
      text: JSON.stringify(answer.content),
      data: answer.structuredContent as Record<string, unknown>,
    };
  };
  const fine = await run('run-flow', { branch: 'main', flow: 'ship' });
  expect(fine.data).toMatchObject({ revision: first });
  expect(fine.data).not.toHaveProperty('warning');
  const broken = await push(git, { 'ship.yaml': tagged('{ sett: {} }'), 'pack.yaml': pack('one') });
  for (const [name, args] of [
    ['run-flow', { branch: 'main', flow: 'ship' }],
    ['ship', {}],
  ] as const) {
    const { text, data } = await run(name, args);
    expect(data).toMatchObject({ revision: first, branchRevision: broken });
    expect(data['warning']).toContain(broken.slice(0, 12));
    expect(text).toContain(broken.slice(0, 12));
  }
});

test('operators see broken entities in the log, the status, the diagnostics and the metrics', async () => {
  const flows = (count: number, body: string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `f${at}.yaml`,
        `document: { dsl: '1.0.3', namespace: shop, name: f${at}, version: '1.0.0' }\ndo: [${body}]\n`,
      ]),
    );
  const git = await GitService.start(flows(30, '{ a: { set: { v: 1 } } }'));
  await git.call('POST', '/api/v1/main/flows/f1/runs', {});
  await push(git, flows(30, '{ a: { sett: { v: 1 } } }'));
  const { items } = (await git.call('GET', '/api/v1/platform/logs?limit=1000')).json();
  const lines = items.filter(({ message }: { message: string }) => message === 'entity not ready');
  expect(lines).toHaveLength(10);
  expect(lines[0].data).toMatchObject({ branch: 'main', kind: 'flow', code: 'Invalid' });
  const summary = items.find(({ message }: { message: string }) => message === 'revision applied in part');
  expect(summary.data).toMatchObject({ becameNotReady: 30, listed: 10 });
  const { conditions } = (await git.call('GET', '/api/v1/main/cicd/sync')).json();
  expect(conditions[0]).toMatchObject({ reason: 'AppliedInPart' });
  expect(conditions[0].message).toContain('30 of its entities and files are not ready');
  const { checks } = (await git.call('GET', '/api/v1/platform/diagnostics')).json();
  const check = checks.find(({ name }: { name: string }) => name === 'entities');
  expect(check).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('30 entities and files are not ready'),
  });
  const { body } = await git.call('GET', '/metrics');
  expect(body).toContain('svc_entities_not_ready{branch="main"} 30');
  expect(body).toContain('svc_runs_total{flow="f1",branch="main",status="completed"} 1');
});

test('files without an entity are named in the status, the diagnostics and the log', async () => {
  const git = await GitService.start({ 'pack.yaml': pack('one') });
  await push(git, {
    'pack.yaml': pack('one'),
    'one.yaml': 'kind: [\n',
    'two.yaml': 'a: {\n',
    'three.yaml': 'a: b: c\n',
    'four.yaml': '"\n',
  });
  const { conditions } = (await git.call('GET', '/api/v1/main/cicd/sync')).json();
  const { items } = (await git.call('GET', '/api/v1/platform/logs?limit=1000')).json();
  const line = items.find(({ message }: { message: string }) => message === 'files not ready');
  expect([...line.data.files].sort()).toEqual(['four.yaml', 'one.yaml', 'three.yaml', 'two.yaml']);
  expect(conditions[0].message).toMatch(/: file `\w+\.yaml`, file `\w+\.yaml`, file `\w+\.yaml`, 1 more\.$/);
  const { checks } = (await git.call('GET', '/api/v1/platform/diagnostics')).json();
  const check = checks.find(({ name }: { name: string }) => name === 'entities');
  expect(check.detail).toMatch(/^`main`: 4 entities and files are not ready \(\w+\.yaml, .*, 1 more\)$/);
});

test('the dry run of a deletion says what it would do and who refers to the entity', async () => {
  const git = await GitService.start({ 'ship.yaml': good, 'pack.yaml': pack('one') });
  const path = '/api/v1/main/entities/platform/flow/pack';
  const answer = (await git.call('DELETE', `${path}?dryRun=true`)).json();
  expect(answer).toMatchObject({
    change: 'deleted',
    path: 'pack.yaml',
    valid: false,
    referrers: [{ type: 'flow', name: 'ship', file: 'ship.yaml', line: 4 }],
  });
  expect(answer.summary).toBe(
    'The write would delete the flow `pack` (`pack.yaml`). svc would refuse it: The flow `pack` is used by flow `ship`.',
  );
  expect((await git.call('GET', path)).statusCode).toBe(200);
});

test('a diff without `from` never compares a commit with itself', async () => {
  const git = await GitService.start({ 'ship.yaml': good, 'pack.yaml': pack('one') });
  const diff = '/api/v1/main/versions/flow/pack/diff';
  const head = git.git('rev-parse', 'main');
  expect((await git.call('GET', diff)).json()).toMatchObject({
    from: { commitHash: null, path: null },
    to: { commitHash: head },
  });
  const next = await push(git, { 'ship.yaml': good, 'pack.yaml': pack('two') });
  expect((await git.call('GET', diff)).json()).toMatchObject({
    from: { commitHash: expect.not.stringContaining(next) },
    to: { commitHash: next },
  });
});

test('the page of an error opens without a credential', async () => {
  const git = await GitService.start();
  const { code, type } = (await git.service.anonymous('GET', '/api/v1/main/flows')).json();
  expect(code).toBe('unauthenticated');
  const page = await git.service.anonymous('GET', new URL(type).pathname);
  expect(page.json()).toMatchObject({ code, hint: expect.any(String) });
});
