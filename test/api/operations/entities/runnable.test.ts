import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../../../controller/git/git-fixture.js';
import { eventually } from '../../../eventually.js';
import { hasPrograms } from '../../../programs.js';
import { connectClient } from '../../mcp/clients.js';
import { GitService } from './writes/git-service.js';

interface Step {
  secret?: object;
  user?: object;
  key?: object;
  /** A user, and the patch. */
  change?: [string, object];
  settings?: Record<string, string>;
  /** A virtual environment that is made. */
  python?: string;
}

interface Way {
  title: string;
  entity: string;
  says: string;
  /** Settings of an installation of its own. */
  settings?: Record<string, string>;
  before?: Step;
  fix?: Step;
  files: Record<string, string>;
}

const folder = join(import.meta.dirname, '../../../../fixtures/not-runnable');
const every: Way[] = parse(readFileSync(join(folder, 'ways.yaml'), 'utf8'));
const ways = every.filter(({ settings }) => settings === undefined);
const platform = '/api/v1/platform/entities/platform';
const fine = `document: { dsl: '1.0.3', namespace: test, name: fine, version: '1.0.0' }
do:
  - idle: { set: { done: true } }
`;
const all = Object.assign({ 'flows/fine.yaml': fine }, ...ways.map(({ files }) => files));

// Tests of connectors allow private networks; these are about an installation that does not.
const closed = { SVC_Flows__AllowPrivateNetworks: 'false' };

async function perform(git: GitService, { secret, user, key, change, python }: Step): Promise<void> {
  // The state is that of the program; packages are not looked at.
  if (python !== undefined) {
    mkdirSync(join(python, 'bin'), { recursive: true });
    symlinkSync(process.execPath, join(python, 'bin', 'python'));
  }
  const answers = [
    ...(secret ? [await git.call('POST', `${platform}/secret`, secret)] : []),
    ...(user ? [await git.call('POST', `${platform}/user`, user)] : []),
    ...(key ? [await git.call('POST', `${platform}/api-key`, key)] : []),
    ...(change ? [await git.patch(`${platform}/${change[0]}`, change[1])] : []),
  ];
  for (const answer of answers)
    expect([answer.statusCode, answer.body]).toEqual([expect.toBeOneOf([200, 201]), answer.body]);
}

async function read(git: GitService, entity: string) {
  const answer = await git.call('GET', `/api/v1/main/entities/platform/${entity}`);
  const { status } = answer.json();
  const find = (type: string) => status.conditions.find((each: { type: string }) => each.type === type);
  return { ready: find('Ready'), runnable: find('Runnable'), missing: status.missing };
}

test('an entity whose needs are not met is ready and not runnable, and is runnable after the fix without a commit', async () => {
  const git = await GitService.start(all, closed);
  for (const { before } of ways) if (before) await perform(git, before);
  for (const { title, entity, says, fix } of ways) {
    const { ready, runnable, missing } = await read(git, entity);
    expect.soft(ready, title).toMatchObject({ status: 'True' });
    expect.soft(runnable, title).toMatchObject({ status: 'False', message: expect.stringContaining(says) });
    expect
      .soft(missing[0], title)
      .toMatchObject({ message: expect.any(String), hint: expect.stringMatching(/\.$/) });
    if (fix === undefined || fix.settings) continue;
    await perform(git, fix);
    const after = await eventually(async () => {
      const state = await read(git, entity);
      return state.runnable.status === 'True' && state;
    });
    expect.soft(after.missing, title).toEqual([]);
    expect.soft(after.runnable.observedRevision, title).toBe(runnable.observedRevision);
  }

  const settings = Object.assign({}, ...ways.map(({ fix }) => fix?.settings));
  expect(Object.keys(settings)).toHaveLength(2);
  await git.service.stop();
  const next = await GitService.open(git.folder, settings);
  for (const { entity, fix } of ways) {
    if (!fix?.settings || (entity === 'flow/python' && !hasPrograms('python3'))) continue;
    expect.soft([entity, (await read(next, entity)).runnable.status]).toEqual([entity, 'True']);
  }
});

test('with settings of its own, an installation lacks what they name until it is there', async () => {
  const text = JSON.stringify(every.filter(({ settings }) => settings !== undefined));
  const others: Way[] = JSON.parse(text.replaceAll('FOLDER', temporaryFolder()));
  expect(others).not.toEqual([]);
  for (const { title, entity, says, settings, fix = {}, files } of others) {
    const git = await GitService.start(files, { ...closed, ...settings });
    const state = await read(git, entity);
    expect.soft(state.ready, title).toMatchObject({ status: 'True' });
    expect
      .soft(state.runnable, title)
      .toMatchObject({ status: 'False', message: expect.stringContaining(says) });
    const health = (await git.call('GET', '/api/v1/platform/diagnostics')).json();
    const warnings = health.checks.filter(({ status }: { status: string }) => status === 'warn');
    expect.soft(JSON.stringify(warnings), title).toContain(says);
    await perform(git, fix);
    await eventually(async () => (await read(git, entity)).runnable.status === 'True');
  }
});

describe('the states of a branch', () => {
  const connection = (name: string) =>
    `kind: connection\nname: ${name}\nconnector: github\nconfig: { token: { secret: forge/${name}, key: token } }\n`;
  const flow = `document: { dsl: '1.0.3', namespace: test, name: star, version: '1.0.0' }
do:
  - star: { call: forge.request, with: { method: GET, path: /user } }
`;
  const files = {
    'connections/forge.yaml': connection('forge'),
    'flows/star.yaml': flow,
    'flows/fine.yaml': fine,
  };

  test('stand on every surface, with the fix', async () => {
    const git = await GitService.start(files);
    const says = 'there is no secret `forge/forge`';
    const sync = async () => (await git.call('GET', '/api/v1/main/cicd/sync')).json().conditions;
    const list = await eventually(async () => {
      const conditions: { type: string; status: string; message: string }[] = await sync();
      return conditions.find(({ type, status }) => type === 'Runnable' && status === 'False');
    });
    expect(list.message).toContain(`2 of 3 entities cannot run. connection \`forge\`: ${says}`);
    const context = (await git.call('GET', '/api/v1/main/flows/star/context')).json();
    expect(context.runnable).toMatchObject({ status: 'False', message: expect.stringContaining(says) });
    expect(context.secrets).toEqual(['forge/forge']);
    const health = (await git.call('GET', '/api/v1/platform/diagnostics')).json();
    expect(health.checks.find(({ name }: { name: string }) => name === 'runnable')).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining(says),
    });
    const metrics = (await git.call('GET', '/metrics')).body;
    expect(metrics).toContain('svc_entities_not_runnable{branch="main"} 2');
    const query =
      '{ flow(branch: "main", name: "star") { status { conditions { type status } missing { message } } } }';
    const { data } = (await git.call('POST', '/graphql', { query })).json();
    expect(data.flow.status.conditions).toContainEqual({ type: 'Runnable', status: 'False' });
    expect(data.flow.status.missing).toEqual([{ message: says }]);
    const url = await git.service.app.listen({ port: 0, host: '127.0.0.1' });
    const client = await connectClient({ url, apiKey: git.service.adminKey }, 'auto');
    const args = { branch: 'main', type: 'flow', name: 'star' };
    const answer = await client.callTool({ name: 'read-entity', arguments: args });
    expect(JSON.stringify(answer)).toContain('reason: SecretMissing');
    const run = (await git.call('POST', '/api/v1/main/flows/star/runs', {})).json();
    expect(JSON.stringify(run)).toContain('There is no secret `forge/forge`');

    await perform(git, { secret: { path: 'forge/forge', value: { token: 'long-enough-value' } } });
    await eventually(async () =>
      (await sync()).some(
        ({ type, status }: { type: string; status: string }) => type === 'Runnable' && status === 'True',
      ),
    );
    expect((await git.call('GET', '/metrics')).body).toContain('svc_entities_not_runnable{branch="main"} 0');
    await git.call('DELETE', `${platform}/secret/${encodeURIComponent('forge/forge')}`);
    expect((await read(git, 'flow/star')).runnable.status).toBe('False');
  });

  test('follow commits, and name the environments in which something is missing', async () => {
    const git = await GitService.start({
      ...files,
      'environments/staging.yaml': 'kind: environment\nname: staging\nsecrets: staging\n',
      'environments/live.yaml': 'kind: environment\nname: live\nsecrets: live\ndefault: true\n',
      'triggers/nightly.yaml':
        "kind: trigger\nname: nightly\nflow: star\nenvironment: live\nschedule: { cron: '0 2 * * *' }\n",
      'triggers/daily.yaml':
        "kind: trigger\nname: daily\nflow: star\nenvironment: staging\nschedule: { cron: '0 3 * * *' }\n",
    });
    await perform(git, { secret: { path: 'live/forge/forge', value: { token: 'long-enough-value' } } });
    const connectionState = await read(git, 'connection/forge');
    expect(connectionState.missing).toMatchObject([
      {
        need: 'secret',
        environments: ['staging'],
        message: expect.stringContaining('in the environment `staging`'),
      },
    ]);
    expect((await read(git, 'trigger/nightly')).runnable.status).toBe('True');
    expect((await read(git, 'trigger/daily')).runnable.status).toBe('False');
    const count = async (expected: number) =>
      (await git.call('GET', '/metrics')).body.includes(
        `svc_entities_not_runnable{branch="main"} ${expected}`,
      );
    await eventually(() => count(3));
    await git.call('DELETE', '/api/v1/main/entities/platform/trigger/daily');
    await eventually(() => count(2));
    await perform(git, { secret: { path: 'staging/forge/forge', value: { token: 'long-enough-value' } } });
    await eventually(() => count(0));
  });

  test('of another branch ask for an environment that production opens to it', async () => {
    const git = await GitService.start(files, { SVC_Git__ActiveBranches: 'feature' });
    git.git('branch', 'feature', 'main');
    await git.call('POST', '/api/v1/feature/cicd/sync', {});
    const state = await eventually(async () => {
      const answer = await git.call('GET', '/api/v1/feature/entities/platform/connection/forge');
      return answer.statusCode === 200 && answer.json().status;
    });
    expect(state.missing).toMatchObject([{ need: 'environment' }]);
  });
});

describe('what changed entities lack', () => {
  const file = (path: string) => ({
    kind: 'connection',
    name: 'erp',
    connector: 'http',
    config: {
      baseUrl: 'https://erp.example.com',
      auth: { type: 'bearer', token: { secret: path, key: 'token' } },
    },
  });
  const missing = [
    {
      need: 'secret',
      message: 'there is no secret `erp/api`',
      hint: expect.stringContaining('"path": "erp/api"'),
      secret: { path: 'erp/api', keys: ['token'] },
    },
  ];
  const notRunnable = [{ type: 'connection', name: 'erp', missing }];

  test('stands in a proposal on every surface, in its merge, and in no proposal once it is there', async () => {
    const git = await GitService.start({ 'flows/fine.yaml': fine }, closed);
    const proposed = await git.call(
      'POST',
      `/api/v1/main/entities/platform/connection?propose=true`,
      file('erp/api'),
    );
    expect(proposed.json()).toMatchObject({ notRunnable });
    const { id } = proposed.json().proposal;
    const path = `/api/v1/platform/proposals/${id}`;
    expect((await git.call('GET', path)).json()).toMatchObject({ valid: true, notRunnable });

    const query = `{ proposal(id: "${id}") { notRunnable { type name missing { message hint } } } }`;
    const { data } = (await git.call('POST', '/graphql', { query })).json();
    expect(data.proposal.notRunnable[0]).toMatchObject({ type: 'connection', name: 'erp' });

    const url = await git.service.app.listen({ port: 0, host: '127.0.0.1' });
    const client = await connectClient({ url, apiKey: git.service.adminKey }, 'auto');
    const read = await client.callTool({ name: 'read-entity', arguments: { type: 'proposal', name: id } });
    expect(JSON.stringify(read.content)).toContain('there is no secret');

    const secret = { path: 'erp/api', value: { token: 'x' } };
    await git.call('POST', `${platform}/secret`, secret);
    await eventually(async () => (await git.call('GET', path)).json().notRunnable.length === 0);
    expect((await git.call('POST', `${path}/merge`)).json().notRunnable).toEqual([]);
  });

  test('stands in the answer to a write and to its dry run, of one entity and of several', async () => {
    const git = await GitService.start({ 'flows/fine.yaml': fine }, closed);
    const batch = { changes: [{ op: 'create', type: 'connection', definition: file('erp/api') }] };
    const path = '/api/v1/main/entities';
    expect((await git.call('POST', `${path}:batch?dryRun=true`, batch)).json()).toMatchObject({
      valid: true,
      notRunnable,
    });
    const tried = await git.call('POST', `${path}/platform/connection?dryRun=true`, file('erp/api'));
    expect(tried.json()).toMatchObject({ valid: true, notRunnable });
    expect((await git.call('POST', `${path}:batch`, batch)).json()).toMatchObject({
      commit: expect.any(String),
      notRunnable,
    });
    const written = await git.patch(`${path}/platform/connection/erp`, { title: 'ERP' });
    expect(written.json()).toMatchObject({ notRunnable, status: { missing } });
    const deleted = await git.call('DELETE', `${path}/platform/connection/erp?dryRun=true`);
    expect(deleted.json().notRunnable).toEqual([]);
  });
});
