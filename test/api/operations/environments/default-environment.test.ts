import { afterAll, beforeAll, expect, test } from 'vitest';
import { svc } from '../../../cli/test-io.js';
import { Installation } from '../../attacks/effects/installation.js';
import { AgentSession } from '../../mcp/sessions.js';
import { graphQL, mcp, rest } from '../../parity/surfaces.js';

const document = (name: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n`;
const says = /`staging` does not allow the branch `work`.*none is used/;

let it: Installation;
beforeAll(async () => {
  it = await Installation.start();
  const files = {
    'environments/staging.yaml':
      'kind: environment\nname: staging\ndefault: true\nsecrets: staging\nvariables: { greeting: hello }\n',
    'flows/greet.yaml': `${document('greet')}do:\n  - greet: { set: { text: '\${ $runtime.metadata.environment.variables.greeting // "nothing" }' } }\n`,
    'flows/slow.yaml': `${document('slow')}do:\n  - sleep: { wait: { milliseconds: 50 } }\n`,
    'flows/secret.yaml': `${document('secret')}use: { secrets: [shop] }\ndo:\n  - use: { set: { a: '\${ $secrets.shop.key }' } }\n`,
  };
  await it.commit('main', files);
  await it.commit('work', files);
}, 60_000);
afterAll(() => it.stop());

test.each([rest, graphQL, mcp])(
  'a branch that it does not allow runs without it, and says so over $name',
  async (surface) => {
    const run = (branch: string) =>
      surface.call(it.service.app, it.key('operator', 'service'), 'run-flow', {
        branch,
        flow: 'greet',
        parameters: {},
      });
    const { data } = (await run('work')) ?? {};
    expect((data as { environment?: unknown }).environment ?? null).toBeNull();
    expect(data).toMatchObject({
      output: { text: 'nothing' },
      warning: expect.stringMatching(says),
    });
    expect((await run('main'))?.data).toMatchObject({ environment: 'staging', output: { text: 'hello' } });
  },
);

test('the warning is in the header, in the text for models, on the terminal and in the log of the run', async () => {
  const headers = { 'x-api-key': it.key('operator', 'service') };
  const answer = await it.service.call('POST', '/api/v1/work/flows/slow/runs', {}, headers);
  expect(answer.headers['x-svc-warning']).toMatch(says);
  const { items } = (
    await it.service.call('GET', `/api/v1/work/runs/${answer.json().id}/logs`, undefined, headers)
  ).json();
  expect(items).toContainEqual(
    expect.objectContaining({ level: 'warn', message: expect.stringMatching(says) }),
  );
  const agent = await AgentSession.start({ url: it.url, apiKey: it.key('operator', 'agent') });
  expect(await agent.told('run-flow', { branch: 'work', flow: 'slow' })).toMatch(says);
  const env = { SVC_API_KEY: it.key('operator', 'service') };
  const { stderr, exitCode } = await svc(it.folder, ['run-flow', 'slow', '-b', 'work', '--server', it.url], {
    env,
  });
  expect([exitCode, stderr]).toEqual([0, expect.stringMatching(says)]);
});

test('an action that needs no secret is called without it, and says so', async () => {
  const path = '/api/v1/work/connections/shop/actions/get';
  const answer = await it.service.call('POST', path, { path: '/' });
  expect([answer.statusCode, answer.headers['x-svc-warning']]).toEqual([200, expect.stringMatching(says)]);
});

test('a flow that needs a secret is refused, and so is the environment by its name', async () => {
  const refused = await it.service.call('POST', '/api/v1/work/flows/secret/runs', {});
  expect(refused.json()).toMatchObject({
    code: 'environment_not_allowed',
    detail: expect.stringContaining('`staging`'),
  });
  const named = await it.service.call('POST', '/api/v1/work/flows/greet/runs?env=staging', {});
  expect(named.json().code).toBe('environment_not_allowed');
});
