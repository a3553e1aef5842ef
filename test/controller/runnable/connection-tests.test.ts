import { expect, onTestFinished, test } from 'vitest';
import { builtInConnectors } from '../../../controller/connectors/index.js';
import { ConnectionTests, type TestTarget } from '../../../controller/runnable/connection-tests.js';
import type { ConnectionTest } from '../../../controller/runs/contract.js';
import { GitService } from '../../api/operations/entities/writes/git-service.js';
import { eventually } from '../../eventually.js';

const toFile = (name: string, more = '') =>
  `kind: connection\nname: ${name}\nconnector: http\nconfig: { baseUrl: 'https://${name}.example.com'${more} }\n`;

const files = {
  'connections/crm.yaml': toFile('crm'),
  'connections/erp.yaml': toFile('erp', ', auth: { type: bearer, token: { secret: erp/api, key: token } }'),
  'connections/tool.yaml':
    'kind: connection\nname: tool\nconnector: mcp\nconfig: { transport: stdio, command: echo }\n',
  'environments/staging.yaml':
    "kind: environment\nname: staging\nconnections: { crm: { config: { baseUrl: 'https://staging.example.com' } } }\n",
  'environments/other.yaml': 'kind: environment\nname: other\n',
};

async function open(answer: (target: TestTarget) => ConnectionTest) {
  const git = await GitService.start(files);
  const tested: TestTarget[] = [];
  const changes: string[] = [];
  let isPaused = false;
  let concurrent = 0;
  let maxConcurrent = 0;
  const { reconciler } = git.service.controller;
  const snapshot = await reconciler.head('main');
  const tests = new ConnectionTests({
    periodMs: 40,
    peek: () => snapshot,
    defaultEnvironment: () => undefined,
    connectors: builtInConnectors(),
    findMissing: (_, __, name) =>
      name === 'erp' ? [{ need: 'secret', type: 'connection', name, message: 'no secret', hint: '' }] : [],
    isPaused: () => isPaused,
    async test(target) {
      maxConcurrent = Math.max(maxConcurrent, ++concurrent);
      await new Promise((resolve) => setTimeout(resolve, 5));
      concurrent -= 1;
      tested.push(target);
      return answer(target);
    },
    changed: ({ connection, environment }, { ok }) => changes.push(`${connection} ${environment} ${ok}`),
    report: (error) => {
      throw error;
    },
  });
  onTestFinished(() => tests.close());
  tests.start();
  const crm = snapshot.get('connection', 'crm');
  if (!crm) throw new Error('there is no connection crm');
  return {
    tests,
    tested,
    changes,
    find: () => tests.find(crm),
    pause: () => {
      isPaused = true;
    },
    maxConcurrent: () => maxConcurrent,
  };
}

test('each version of a connection is tested once in a period, one after another; what lacks a secret or starts a program is not', async () => {
  const { tested, maxConcurrent } = await open(() => ({ ok: true, latencyMs: 1, detail: 'fine' }));
  await eventually(() => tested.length > 6);
  expect(new Set(tested.map((target) => JSON.stringify(target)))).toEqual(
    new Set(['{"connection":"crm","environment":"other"}', '{"connection":"crm","environment":"staging"}']),
  );
  expect(maxConcurrent()).toBe(1);
});

test('a test that fails in one environment names it until it passes, and each change is reported once', async () => {
  let ok = false;
  const { tests, find, changes } = await open(({ environment }) => {
    const isOk = ok || environment !== 'staging';
    return { ok: isOk, latencyMs: 1, detail: isOk ? 'fine' : 'status 503' };
  });
  await eventually(() => find()?.status === 'False');
  expect(find()?.message).toBe('In the environment `staging`: status 503.');
  expect(tests.listFailing()).toEqual(['crm']);
  ok = true;
  await eventually(() => find()?.status === 'True');
  expect(tests.listFailing()).toEqual([]);
  expect(changes).toEqual(['crm staging false', 'crm staging true']);
});

test('nothing is tested while the service rests', async () => {
  const { tested, pause } = await open(() => ({ ok: true, latencyMs: 1, detail: 'fine' }));
  await eventually(() => tested.length > 2);
  pause();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { length } = tested;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(tested.length).toBe(length);
});
