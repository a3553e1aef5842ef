import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../eventually.js';
import { Installation } from './installation.js';
import { document, environmentFiles } from './table.js';

const preview = '/api/v1/preview%2F1';
let it: Installation;
let staging = '';
let elsewhere = '';

beforeAll(async () => {
  it = await Installation.start({ git: true });
  staging = environmentFiles(it.url)['environments/staging.yaml'];
  elsewhere = staging.replace('preview/*', 'elsewhere');
}, 60_000);
afterAll(() => it.stop());

const start = (branch: string, flow: string, query = '') =>
  it.service.call('POST', `/api/v1/${encodeURIComponent(branch)}/flows/${flow}/runs${query}`, {});
const change = (content: string) => it.commit({ 'environments/staging.yaml': content });

test('a flow that uses no secret runs on every branch, but not in an environment that was not opened', async () => {
  for (const branch of ['main', 'preview/1', 'other', 'proposals/1', 'local'])
    expect((await start(branch, 'plain')).statusCode).toBe(201);
  expect((await start('preview/1', 'plain', '?env=staging')).statusCode).toBe(201);
  const refused = await start('other', 'plain', '?env=staging');
  expect(refused.json()).toMatchObject({ code: 'environment_not_allowed' });
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
  const { problems } = (await it.service.call('POST', '/api/v1/main/cicd/validate', { files })).json();
  for (const { path } of files) {
    const found = problems.filter(
      ({ file, severity }: { file: string; severity: string }) => file === path && severity === 'error',
    );
    expect(found, path).toHaveLength(1);
    expect(found[0].message.toLowerCase()).toContain('platform');
  }
});

test('a value in a store is of its branch alone, and masked in answers', async () => {
  expect((await start('main', 'store')).json()).toMatchObject({ status: 'completed' });
  const own = (await start('main', 'stored')).json();
  expect([own.status, JSON.stringify(own).includes('canary')]).toEqual(['completed', false]);
  expect(own.output).not.toBeNull();
  for (const branch of ['preview/1', 'other', 'proposals/1', 'local']) {
    expect((await start(branch, 'stored')).json(), branch).toMatchObject({
      status: 'completed',
      output: null,
    });
  }
});

test.each([
  ['reads a secret', 'sleeper', []],
  ['asks a cache for an answer that was made with one', 'cached-sleeper', ['staging/shop']],
])('a branch that production no longer lists stops when its run next %s', async (_what, flow, first) => {
  await change(staging);
  it.received = [];
  const url = `${preview}/flows/${flow}/runs?env=staging`;
  const { id } = (await it.service.call('POST', url, {}, { prefer: 'respond-async' })).json();
  await eventually(() => it.received.length === first.length);
  await change(elsewhere);
  const run = await eventually(async () => {
    const found = (await it.service.call('GET', `${preview}/runs/${id}`)).json();
    return found.endedAt !== null && found;
  });
  expect(run).toMatchObject({
    status: 'faulted',
    error: { status: 403, detail: expect.stringContaining('does not allow the branch') },
  });
  const retried = await it.service.call('POST', `${preview}/runs/${id}/retry`, {});
  expect(retried.json()).toMatchObject({ code: 'environment_not_allowed' });
  expect(it.received).toEqual(first);
});

test.each([
  ['broken', (text: string) => `${text}variabels: {}\n`],
  ['without a prefix', (text: string) => text.replace('secrets: staging\n', '')],
  ['gone', () => 'kind: environment\nname: another\n'],
])('an environment whose newest version is %s opens nothing', async (_what, changed) => {
  const broken = changed(staging);
  await change(staging);
  expect((await start('preview/1', 'secrets', '?env=staging')).json()).toMatchObject({ status: 'completed' });
  it.received = [];
  await change(broken);
  const refused = await start('preview/1', 'secrets', '?env=staging');
  expect(refused.json()).toMatchObject({ code: 'environment_not_allowed' });
  expect(it.received).toEqual([]);
});
