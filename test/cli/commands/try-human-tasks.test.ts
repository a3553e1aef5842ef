import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { TestServer } from '../../controller/connectors/server.js';
import { flowText, svc, temporaryFolder } from '../test-io.js';

let folder: string;
/** The requests that the server of the notifications has had. */
let requests: string[];

const ask = (assignees: string, more = '') => `  - ask:
      call: human-task@default
      with:
        title: Refund the order?
        description: The parcel came back.
        assignees: ${assignees}
        form:
          type: object
          required: [approved, size]
          properties:
            approved: { title: Refund the order, type: boolean }
            size: { type: string, enum: [small, large] }
            amount: { type: number, minimum: 1 }
            lines: { type: array }
            comment: { type: string }
${more}`;

beforeEach(async () => {
  requests = [];
  const server = await TestServer.start(({ method, url }, response) => {
    requests.push(`${method} ${url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  onTestFinished(() => server.stop());
  folder = temporaryFolder({
    'svc.yaml': 'Flows: { AllowPrivateNetworks: true }\n',
    'connections/chat.yaml': `kind: connection\nname: chat\nconnector: http\nconfig: { baseUrl: '${server.url}' }\n`,
    'teams/empty.yaml': 'kind: team\nname: empty\nmembers: []\ngrants: [{ role: viewer }]\n',
    'flows/refund.yaml': flowText(
      'refund',
      ask(
        '[admin, carla]',
        `        dueAfter: P3D
        notify: { call: chat.post, with: { path: /messages, body: { text: '\${ .link }' } } }
`,
      ),
    ),
    'flows/confirm.yaml': flowText(
      'confirm',
      '  - ask: { call: human-task@default, with: { title: Done?, assignees: [admin] } }\n',
    ),
    'flows/twice.yaml': flowText(
      'twice',
      `  - first: { call: human-task@default, with: { title: First?, assignees: [admin], form: { type: object, properties: { n: { type: integer } } } }, export: { as: '\${ .values }' } }
  - second: { call: human-task@default, with: { title: Second?, assignees: [admin], form: { type: object, properties: { n: { type: integer } } } } }
  - both: { set: { first: '\${ $context.n }', second: '\${ .values.n }' } }
`,
    ),
  });
});

it('asks the person at the terminal field by field, as a person of the trial, and sends no notification', async () => {
  const { exitCode, stderr, stdout } = await svc(folder, ['try', 'refund', '--json'], {
    stdin: 'perhaps\ny\nlarge\n12.50\n[1\n[1, 2]\n\n',
    isAnswered: true,
    env: { NO_COLOR: '1' },
  });
  const { output } = JSON.parse(stdout);
  expect([exitCode, output.completedBy]).toEqual([0, 'api-key:trial']);
  expect(output.values).toEqual({ approved: true, size: 'large', amount: 12.5, lines: [1, 2] });
  expect(stderr).toContain('human task: Refund the order?\n  The parcel came back.\n');
  expect(stderr).toMatch(/flow refund, for admin, carla; due in [23] d/);
  expect(stderr).toContain('no notification is sent in a trial');
  expect(requests).toEqual([]);
});

it('asks again after values that the form refuses', async () => {
  const { exitCode, stderr, stdout } = await svc(folder, ['try', 'refund', '--json'], {
    stdin: 'y\nhuge\n0\n\n\nn\nsmall\n3\n\nfine\n',
    isAnswered: true,
  });
  expect(exitCode).toBe(0);
  expect(stderr).toContain('/size');
  expect(JSON.parse(stdout).output.values).toEqual({
    approved: false,
    size: 'small',
    amount: 3,
    comment: 'fine',
  });
});

it('a task without fields is confirmed, and the end of the input ends the command', async () => {
  const confirmed = await svc(folder, ['try', 'confirm', '--json'], { stdin: '\n', isAnswered: true });
  expect([confirmed.exitCode, JSON.parse(confirmed.stdout).output.values]).toEqual([0, {}]);
  const ended = await svc(folder, ['try', 'confirm'], { stdin: '', isAnswered: true });
  expect([ended.exitCode, ended.stderr]).toEqual([1, expect.stringContaining('The input ended')]);
});

it('without a terminal ends with the form, and takes the answers of the command line in their order', async () => {
  const unanswered = await svc(folder, ['try', 'refund']);
  expect([unanswered.exitCode, unanswered.stderr]).toEqual([
    2,
    expect.stringContaining(`--answer '{"approved":true,"size":"small"`),
  ]);
  const file = await svc(folder, ['run-flow', 'flows/confirm.yaml']);
  expect([file.exitCode, file.stderr]).toEqual([2, expect.stringContaining('svc try … --answer')]);
  const answers = ['--answer', '{"n": 1}', '--answer', '{"n": 2}'];
  const both = await svc(folder, ['try', 'twice', ...answers]);
  expect([both.exitCode, JSON.parse(both.stdout)]).toEqual([0, { first: 1, second: 2 }]);
  const one = await svc(folder, ['try', 'twice', '--answer', '{"n": 1}']);
  expect([one.exitCode, one.stderr]).toEqual([2, expect.stringContaining('`Second?` waits for an answer')]);
  const more = await svc(folder, ['try', 'confirm', '--answer', '{}', '--answer', '{}']);
  expect([more.exitCode, more.stderr]).toEqual([0, expect.stringContaining('One `--answer` was not used')]);
});

it('refuses answers that do not fit, and those that are no JSON object', async () => {
  const unfit = await svc(folder, ['try', 'twice', '--answer', '{"n": "many"}']);
  expect([unfit.exitCode, unfit.stderr]).toEqual([2, expect.stringContaining('human_task_values_invalid')]);
  for (const text of ['n=1', '[1]']) {
    const { exitCode, stderr } = await svc(folder, ['try', 'twice', '--answer', text]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`\`--answer ${text}\` is no`)]);
  }
});

it('warns before the run of people who cannot answer, and runs', async () => {
  const { exitCode, stderr } = await svc(folder, [
    'try',
    'refund',
    '--answer',
    '{"approved": true, "size": "small"}',
  ]);
  expect(exitCode).toBe(0);
  expect(stderr).toContain('warning: `carla` cannot answer: there is no user `carla`.');
  expect(stderr).not.toContain('`admin` cannot answer');
  expect(stderr).toContain('svc flows show refund');
  expect((await svc(folder, ['try', 'confirm', '--answer', '{}'])).stderr).not.toContain('cannot answer');
});
