import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compileFlow } from '../../../../controller/flows/index.js';
import type { LogEntry, Run } from '../../../../controller/runs/index.js';
import { createSandbox, type Sandbox } from '../../../../controller/sandbox/index.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { eventually } from '../../../eventually.js';
import { Harness } from '../engine-harness.js';

let harness: Harness;
let flows = 0;
let processes: Sandbox;

beforeEach(async () => {
  harness = new Harness();
  processes = createSandbox({ allowProcesses: true });
  await harness.open();
});

afterEach(async () => {
  await harness.close();
  await processes.close();
});

/** Lines that code wrote to the run's log. */
async function written(run: Run): Promise<LogEntry[]> {
  const logs = await harness.engine.logs(run.id, { limit: 100 });
  return logs.filter(({ data }) => data === null);
}

/** Runs a flow with the one task `run`. */
async function runTask(run: string, input: JsonObject = {}, uses: readonly string[] = []): Promise<Run> {
  const header = "document: { dsl: '1.0.3', namespace: test, name: code, version: '1.0.0' }\n";
  const definition = parse(`${header}do: [ { task: { run: ${run} } } ]`) as JsonObject;
  const { plan, findings } = compileFlow(definition);
  if (!plan) throw new Error(JSON.stringify(findings));
  const flow = `code-${++flows}`;
  harness.flow(flow, (given, host) => plan.execute(given, host), plan, uses);
  const { id } = await harness.engine.start({ branch: 'main', flow, input, principal: 'user:test' });
  return harness.engine.wait(id, 60_000);
}

const total = {
  kind: 'script',
  name: 'total',
  language: 'js',
  code: 'console.log("adding"); return args.items.reduce((sum, item) => sum + item, 0);',
  parameters: { type: 'object', required: ['items'], properties: { items: { type: 'array' } } },
};
const task = (more: string) =>
  `{ script: { language: js, source: { endpoint: "svc:script/total" }, arguments: ${more} } }`;

describe('a script of the branch', () => {
  test('runs with the arguments, and its output lines are in the log of the run', async () => {
    harness.entity('script', 'total', total);
    const run = await runTask(task("{ items: '${ .items }' }"), { items: [1, 2, 3] }, ['script/total']);
    expect(run).toMatchObject({ status: 'completed', output: 6 });
    expect(await written(run)).toMatchObject([{ level: 'info', message: 'adding', reference: '/do/0/task' }]);
  });

  test('may have its code in a file beside it', async () => {
    const { code, ...inFile } = total;
    harness.entity('script', 'total', { ...inFile, file: './total.js' });
    const record = harness.entities.at(-1);
    if (!record) throw new Error('no entity');
    const attachments = new Map([['code', { path: 'scripts/total.js', blobId: 'b', text: code }]]);
    harness.entities.splice(-1, 1, { ...record, attachments });
    const run = await runTask(task('{ items: [ 4 ] }'), {}, ['script/total']);
    expect(run).toMatchObject({ status: 'completed', output: 4 });
  });

  test('refuses arguments that do not fit its parameters', async () => {
    harness.entity('script', 'total', total);
    const run = await runTask(task('{ items: 5 }'), {}, ['script/total']);
    expect(run).toMatchObject({
      status: 'faulted',
      error: {
        type: expect.stringContaining('/configuration'),
        status: 400,
        detail: '`script/total`: the arguments do not fit: `/items` must be array',
        instance: '/do/0/task',
      },
    });
  });

  test('that is missing or in another language faults the run', async () => {
    expect((await runTask(task('{}'))).error).toMatchObject({
      status: 400,
      detail: 'There is no script `total`',
    });
    harness.entity('script', 'total', { ...total, language: 'python' });
    expect((await runTask(task('{}'), {}, ['script/total'])).error).toMatchObject({
      detail: '`script/total` is in `python`; the task says `js`',
    });
  });
});

describe('an error in code', () => {
  test('is a runtime error with the line', async () => {
    const { error } = await runTask(`{ script: { language: js, code: "\\nnull.x;" } }`);
    expect(error).toMatchObject({
      type: expect.stringContaining('/runtime'),
      status: 500,
      title: 'Script failed',
      detail: "TypeError: cannot read property 'x' of null (line 2)",
      instance: '/do/0/task',
    });
  });

  test('is no fault where the output shows it, as for a process', async () => {
    const failing = "console.log('before');\\nthrow new Error('bad')";
    const script = `script: { language: js, code: "${failing}" }`;
    const stderr = 'Error: bad (line 2)\n';
    expect((await runTask(`{ return: all, ${script} }`)).output).toEqual({
      code: 1,
      stdout: 'before\n',
      stderr,
    });
    expect((await runTask(`{ return: stderr, ${script} }`)).output).toBe(stderr);
    expect((await runTask(`{ return: code, ${script} }`)).output).toBe(1);
    for (const what of ['stdout', 'none']) {
      expect((await runTask(`{ return: ${what}, ${script} }`)).error).toMatchObject({
        title: 'Script failed',
      });
    }
  });

  test('shows no secret in the error or the log', async () => {
    await harness.vault.secrets.put('crm', { token: 'hunter2-hunter2' });
    await harness.vault.secrets.read('crm');
    const code = 'console.error("with hunter2-hunter2"); throw new Error("not hunter2-hunter2")';
    const run = await runTask(`{ script: { language: js, code: '${code}' } }`);
    const shown = JSON.stringify([run, await written(run)]);
    expect(shown).toContain('with ');
    expect(shown).not.toContain('hunter2');
  });

  test('a cancelled run stops its script', async () => {
    const { id } = await startEndless();
    expect(await harness.engine.cancel(id)).toMatchObject({ status: 'cancelled' });
  });
});

async function startEndless(): Promise<{ id: string }> {
  const waiting = runTask('{ script: { language: js, code: "for (;;) {}" } }');
  waiting.catch(() => {});
  return eventually(async () => {
    const { items } = await harness.engine.list({ limit: 1 });
    return items[0]?.status === 'running' && items[0];
  });
}

describe('processes', () => {
  test('are refused unless `Flows.AllowProcesses` is set', async () => {
    const { error } = await runTask('{ shell: { command: "echo hi" } }');
    expect(error).toMatchObject({
      type: expect.stringContaining('/configuration'),
      status: 403,
      detail: expect.stringContaining('`Flows.AllowProcesses`'),
      instance: '/do/0/task',
    });
  });

  test('run if it is set, with stderr in the log', async () => {
    await harness.close();
    harness = new Harness();
    await harness.open({ sandbox: processes });
    const run = await runTask('{ shell: { command: "echo $1; echo careful >&2", arguments: [ hi ] } }');
    expect(run).toMatchObject({ status: 'completed', output: 'hi\n' });
    expect(await written(run)).toMatchObject([{ level: 'warn', message: 'careful' }]);
  });
});
