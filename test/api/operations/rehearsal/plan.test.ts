import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RealService } from '../../identity/real-service.js';

const refund = (
  limit: number,
): string => `document: { dsl: '1.0.3', namespace: shop, name: refund, version: '1.0.0' }
do:
  - decide:
      switch:
        - small: { when: '.amount <= ${limit}', then: pay }
        - large: { then: ask }
  - pay: { set: { decision: paid }, then: end }
  - ask: { set: { decision: asks } }
`;
const caller = `document: { dsl: '1.0.3', namespace: shop, name: caller, version: '1.0.0' }
do:
  - refund:
      run:
        workflow: { namespace: shop, name: refund, version: '1.0.0', input: { amount: 80 } }
`;
const nightly = (cron: string): string =>
  `kind: trigger\nname: nightly\nflow: caller\nschedule: { cron: '${cron}' }\n`;

/** A service over a repository with a branch that lowers the limit. */
async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'svc-plan-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=a@example.com', ...args]);
  const write = (path: string, content: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  git('init', '-q', '-b', 'main');
  write('flows/refund.yaml', refund(100));
  write('flows/caller.yaml', caller);
  write('triggers/nightly.yaml', nightly('0 3 * * *'));
  write('.gitignore', '.svc\n');
  git('add', '-A');
  git('commit', '-qm', 'Start');
  git('checkout', '-qb', 'lower');
  write('flows/refund.yaml', refund(50));
  write('triggers/nightly.yaml', nightly('0 5 * * *'));
  git('commit', '-qam', 'Lower the limit');
  git('checkout', '-q', 'main');
  const service = await RealService.open(folder);
  onTestFinished(() => service.remove());
  const run = async (flow: string, input: object) =>
    (await service.call('POST', `/api/v1/main/flows/${flow}/runs`, input)).json();
  const plan = (body: object, headers?: Record<string, string>) =>
    service.call('POST', '/api/v1/main/cicd/plan', body, headers);
  return { service, run, plan };
}

test('a plan says which recorded runs would have ended otherwise, who uses the change, and when schedules are due', async () => {
  const { run, plan } = await start();
  const paid = await run('refund', { amount: 80 });
  await run('refund', { amount: 80 });
  const asked = await run('refund', { amount: 300 });
  const outer = await run('caller', {});

  const answer = await plan({ branch: 'lower' });
  expect(answer.statusCode).toBe(200);
  const body = answer.json();
  expect(body).toMatchObject({
    base: 'main',
    valid: true,
    entities: [
      { type: 'flow', name: 'refund', change: 'updated', paths: ['/do/0/decide/switch/0/small/when'] },
      { type: 'trigger', name: 'nightly', change: 'updated', paths: ['/schedule/cron'] },
    ],
    affected: [{ type: 'flow', name: 'caller', isDirect: true }],
    missing: [],
  });
  expect(body.schedules[0].before[0]).toContain('T03:00');
  expect(body.schedules[0].after[0]).toContain('T05:00');
  const results = new Map(
    body.replays.map(({ run, result }: { run: string; result: string }) => [run, result]),
  );
  expect(results.get(paid.id) ?? 'another of the same path').not.toBe('same');
  expect(results.get(asked.id)).toBe('same');
  expect(results.get(outer.id)).toBe('different');
  const different = body.replays.find(({ result }: { result: string }) => result === 'different');
  expect(different.partsAt).toEqual({ flow: 'refund', task: '/do/0/decide' });
  expect(body.markdown).toContain('would have ended otherwise');
  expect(body.markdown).not.toContain('"paid"');
  expect((await plan({ branch: 'nowhere' })).json()).toMatchObject({ code: 'branch_not_found' });
});

test('files are planned as they would be in the branch, and a viewer learns why there are no replays', async () => {
  const { service, run, plan } = await start();
  await run('refund', { amount: 80 });
  const viewer = await service.key('viewer', 'viewer');
  const files = [{ path: 'flows/refund.yaml', content: refund(50) }];

  expect((await plan({ files })).json().replays).toMatchObject([{ result: 'different' }]);
  const seen = (await plan({ files }, { 'x-api-key': viewer })).json();
  expect(seen).toMatchObject({ replays: [], entities: [{ name: 'refund' }] });
  expect(seen.missing.join()).toContain('they need the role `operator`');
  const broken = [{ path: 'flows/refund.yaml', content: refund(50).replace('then: pay', 'then: play') }];
  expect((await plan({ files: broken })).json()).toMatchObject({ valid: false });
});

test('a plan of a branch is for those who may see the branch', async () => {
  const { service, plan } = await start();
  const guest = { 'x-api-key': await service.key('guest', 'viewer') };
  expect((await plan({ branch: 'lower' }, guest)).json()).toMatchObject({ base: 'main' });
  const team = {
    kind: 'team',
    name: 'guests',
    members: ['api-key:guest'],
    confined: true,
    grants: [{ role: 'viewer', branches: ['main'] }],
  };
  const made = await service.call('POST', '/api/v1/main/entities/platform/team', team);
  expect(made.statusCode, made.body).toBe(201);
  const files = [{ path: 'flows/refund.yaml', content: refund(50) }];
  expect((await plan({ files }, guest)).statusCode).toBe(200);
  const refused = await plan({ branch: 'lower' }, guest);
  expect(refused.json()).toMatchObject({ code: 'forbidden', detail: expect.stringContaining('`lower`') });
  expect(refused.body).not.toContain('refund');
});

test('a proposal has its plan, and runs in progress end with the version that they began with', async () => {
  const { service, plan } = await start();
  const url = '/api/v1/main/entities/platform/flow';
  const wait = `document: { dsl: '1.0.3', namespace: shop, name: slow, version: '1.0.0' }\ndo:\n  - wait: { wait: PT1H }\n`;
  const yaml = { 'x-api-key': service.adminKey };
  expect(
    (
      await service.call(
        'POST',
        url,
        {
          document: { dsl: '1.0.3', namespace: 'shop', name: 'slow', version: '1.0.0' },
          do: [{ pause: { wait: 'PT1H' } }],
        },
        yaml,
      )
    ).statusCode,
  ).toBe(201);
  await service.call('POST', '/api/v1/main/flows/slow/runs', {}, { ...yaml, prefer: 'respond-async' });
  const files = [{ path: 'flows/slow.yaml', content: wait }];
  expect((await plan({ files })).json().inProgress).toEqual([
    { flow: 'slow', runs: 1, isMore: false, openHumanTasks: 0 },
  ]);
  const proposed = await service.call(
    'PATCH',
    `${url}/refund?propose=true`,
    { document: { title: 'Refund' } },
    {
      ...yaml,
      'content-type': 'application/merge-patch+json',
    },
  );
  const { id } = proposed.json().proposal;
  const answer = await service.call('GET', `/api/v1/platform/proposals/${id}/plan`);
  expect(answer.json()).toMatchObject({ entities: [{ name: 'refund', paths: ['/document/title'] }] });
});

const limits = (decision: string) =>
  `kind: flow-test\nname: limits\nflow: refund\ninput: { amount: 80 }\nexpect: { output: { decision: ${decision} } }\n`;

test('a plan has the flow tests that a change concerns, and whether they pass with it', async () => {
  const { service, plan } = await start();
  const test = { path: 'flow-tests/limits.yaml', content: limits('paid') };
  const alone = (await plan({ files: [test] })).json();
  expect(alone.tests).toMatchObject([{ name: 'limits', flow: 'refund', result: 'passed', failures: [] }]);
  const both = (await plan({ branch: 'lower', files: [test] })).json();
  const changed = (await plan({ files: [test, { path: 'flows/refund.yaml', content: refund(50) }] })).json();
  expect(both.tests).toHaveLength(1);
  expect(changed.tests).toMatchObject([
    {
      result: 'failed',
      failures: [
        { kind: 'output', pointer: '/expect/output/decision', expected: 'paid', actual: 'asks', line: 5 },
      ],
    },
  ]);
  expect(changed.summary).toContain('0 of 1 flow tests pass');
  expect(changed.markdown).toContain(
    '`limits` (`flow-tests/limits.yaml:5`): output (`/expect/output/decision`)',
  );
  expect(service).toBeDefined();
});

test('a service runs the tests of a branch with other files, by name, and refuses unknown names', async () => {
  const { service } = await start();
  const run = (body: object, headers?: Record<string, string>) =>
    service.call('POST', '/api/v1/main/cicd/test', body, headers);
  expect((await run({})).json()).toMatchObject({ passed: 0, failed: 0, results: [] });
  const broken = [{ path: 'flow-tests/broken.yaml', content: 'kind: flow-test\nname: [broken\n' }];
  expect((await run({ files: broken })).json()).toMatchObject({
    results: [],
    missing: ['1 file that cannot be read: `validate` says why'],
  });
  const files = [{ path: 'flow-tests/limits.yaml', content: limits('paid') }];
  expect((await run({ files })).json()).toMatchObject({
    passed: 1,
    coverage: [{ flow: 'refund', tasks: 3, missing: ['/do/2/ask'] }],
  });
  expect((await run({ files, names: ['refund'] })).json()).toMatchObject({ passed: 1 });
  const unknown = await run({ files, names: ['limit'] });
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'entity_not_found']);
});
