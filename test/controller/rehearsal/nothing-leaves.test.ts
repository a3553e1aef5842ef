import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { exampleArguments, exampleConnection } from '../../../api/manual/reference/connector-examples.js';
import { builtInConnectors, type Connector } from '../../../controller/connectors/index.js';
import { loadSettings } from '../../../controller/settings/index.js';
import { startController } from '../../../controller/start/controller.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { removeFolder } from '../../remove-folder.js';
import { WorkTree } from '../../work-tree.js';
import { watchOutside } from './watch-outside.js';

/** A server that is not there, in place of those of the examples. */
function toNowhere(value: Json, key = ''): Json {
  if (Array.isArray(value)) return value.map((item) => toNowhere(item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toNowhere(member, name)]));
  if (key === 'port') return 1;
  if (key === 'host') return '127.0.0.1';
  if (typeof value !== 'string') return value;
  return value.replace(/^(\w+:\/\/)[^/]*/, '$1127.0.0.1:1');
}

/** The arguments of the manual's example; tools are actions of a connection that is there. */
function getArguments(connector: Connector, action: string): JsonObject {
  const { tools, ...others } = exampleArguments(connector, action);
  return tools === undefined ? others : { ...others, tools: [{ action: 'my-http.get' }] };
}

function toFlow(connector: Connector, text: string): JsonObject {
  const { name } = connector;
  return {
    document: { dsl: '1.0.3', namespace: 'tap', name: `use-${name}`, version: '1.0.0' },
    do: Object.keys(connector.actions).map((action, index) => ({
      [`a${index}`]: {
        try: [
          {
            [`call${index}`]: {
              call: `my-${name}.${action}`,
              with: getArguments(connector, action),
              timeout: { after: { seconds: 5 } },
            },
          },
        ],
        catch: {
          as: 'problem',
          do: [{ [`note${index}`]: { set: { text, status: '${ $problem.status }' } } }],
        },
      },
    })),
  };
}

const url = 'http://127.0.0.1:1';

/** Calls of the language itself, and processes. */
const tasks: readonly JsonObject[] = [
  { call: 'http', with: { method: 'get', endpoint: `${url}/a` } },
  { call: 'openapi', with: { document: { endpoint: `${url}/openapi.json` }, operationId: 'read' } },
  {
    call: 'asyncapi',
    with: { document: { endpoint: `${url}/asyncapi.json` }, channel: 'a', message: { payload: {} } },
  },
  { call: 'a2a', with: { server: `${url}/agent`, method: 'tasks/get', parameters: { id: '1' } } },
  { call: 'mcp', with: { method: 'tools/list', transport: { http: { endpoint: `${url}/mcp` } } } },
  { run: { shell: { command: 'echo "${ .text }" > left' } } },
  { run: { script: { language: 'python', code: 'print(1)' } } },
  { run: { script: { language: 'js', code: 'return 1;' } } },
  { run: { container: { image: 'none/none' } } },
];

function toTaskFlow(text: string): JsonObject {
  return {
    document: { dsl: '1.0.3', namespace: 'tap', name: 'use-tasks', version: '1.0.0' },
    do: tasks.map((task, index) => ({
      [`a${index}`]: {
        try: [{ [`call${index}`]: task }],
        catch: {
          as: 'problem',
          do: [{ [`note${index}`]: { set: { text, status: '${ $problem.status }' } } }],
        },
        output: { as: { text } },
      },
    })),
  };
}

test('a replay of calls of all actions of all connectors, and of all tasks that reach out, reaches nothing outside of the process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-tap-'));
  onTestFinished(() => removeFolder(folder));
  const dir = join(folder, 'repository');
  const connectors = builtInConnectors().filter(({ actions }) => Object.keys(actions).length > 0);
  const files: Record<string, string> = {};
  for (const connector of connectors) {
    const { name } = connector;
    files[`connections/${name}.yaml`] = stringify(toNowhere(exampleConnection(connector)));
    files[`flows/${name}.yaml`] = stringify(toFlow(connector, 'one'));
  }
  files['flows/tasks.yaml'] = stringify(toTaskFlow('one'));
  WorkTree.create(dir).commit(files);
  const settings = loadSettings({ dir, env: { SVC_Flows__AllowProcesses: 'true' } });
  const controller = await startController({ settings, log: pino({ level: 'silent' }) });
  onTestFinished(() => controller.stop());
  const { reconciler, replayer, runs } = controller;
  const findings = (await reconciler.current('main')).findings.filter(({ severity }) => severity === 'error');
  expect(findings).toEqual([]);
  const flows = [
    ...connectors.map((connector) => [connector.name, (text: string) => toFlow(connector, text)] as const),
    ['tasks', toTaskFlow] as const,
  ];
  for (const [name, createFlow] of flows) {
    const request = { branch: 'main', flow: `use-${name}`, input: {}, principal: 'user:test' };
    const { id } = await runs.start(request);
    const run = await runs.wait(id, 60_000);
    expect(run.status, name).toBe('completed');
    for (const text of ['one', 'two']) {
      const content = Buffer.from(stringify(createFlow(text)));
      const snapshot = await reconciler.preview('main', [{ path: `flows/${name}.yaml`, content }]);
      const { result, left } = await watchOutside(() => replayer.replay(id, snapshot));
      expect(result.result, name).toBe(text === 'one' ? 'same' : 'different');
      expect(left, name).toEqual([]);
    }
  }
}, 300_000);

test('the watch sees a socket and a file', async () => {
  const { left } = await watchOutside(async () => {
    await new Promise((resolve) => connect(1, '127.0.0.1').once('error', resolve));
    await readFile('package.json');
  });
  expect(left.some((each) => each.startsWith('TCP'))).toBe(true);
  expect(left.some((each) => each.startsWith('F'))).toBe(true);
});
