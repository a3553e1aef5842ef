import { beforeEach, describe, expect, it } from 'vitest';
import { serveFolder } from '../../serve-folder.js';
import { failing, flowText, greet, svc, temporaryFolder } from '../../test-io.js';

const waiting = flowText('waiting', `  - pause: { wait: { hours: 1 } }\n`);
let folder: string;

beforeEach(async () => {
  folder = temporaryFolder({
    'flows/greet.yaml': greet,
    'flows/failing.yaml': failing,
    'flows/waiting.yaml': waiting,
  });
  await serveFolder(folder);
});

const runs = (...argv: string[]) => svc(folder, ['runs', ...argv]);

async function start(flow: string, ...argv: string[]): Promise<string> {
  const { stdout } = await svc(folder, ['run-flow', flow, ...argv, '--json']);
  return JSON.parse(stdout).id;
}

async function startWaiting(): Promise<string> {
  const { stdout } = await svc(folder, ['run-flow', 'waiting', '--detach', '--json']);
  return JSON.parse(stdout).id;
}

describe('svc runs list', () => {
  it('lists the newest run first, whole where the output is no terminal', async () => {
    const first = await start('greet', '-p', 'name=Ada');
    const second = await start('failing');
    const { exitCode, stdout } = await runs('list');
    expect(exitCode).toBe(0);
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${second}  faulted  failing  \\d{4}-\\S+Z  \\d.*s$`)),
      expect.stringMatching(new RegExp(`^${first}  completed  greet  \\d{4}-\\S+Z  \\d.*s$`)),
    ]);
  });

  it('fits a terminal, with a header and ages', async () => {
    const id = await start('greet', '-p', 'name=Ada');
    const { stdout } = await svc(folder, ['runs', 'list'], { columns: 80, env: { NO_COLOR: '1' } });
    const [header, line] = stdout.split('\n');
    expect(header).toMatch(/^RUN +STATUS +FLOW +CREATED +TOOK$/);
    expect(line).toMatch(new RegExp(`^${id}  completed  greet +\\d+ s ago +\\d`));
  });

  it('filters, limits, and says when there is none', async () => {
    await start('greet', '-p', 'name=Ada');
    const newest = await start('greet', '-p', 'name=Bo');
    const { stdout } = await runs('list', '--flow', 'greet', '--limit', '1', '--json');
    expect(JSON.parse(stdout).items.map((run: { id: string }) => run.id)).toEqual([newest]);
    expect((await runs('list', '--status', 'faulted')).stdout).toBe('No runs.\n');
    expect((await runs('list', '--flow', 'greet', '--count')).stdout).toMatch(/^\d+ runs\n$/);
    expect((await runs('list', '--error', '599', '--count')).stdout).toBe('0 runs\n');
    expect(await runs('list', '--query', 'Ada')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Flows.SearchRuns'),
    });
    expect(await runs('list', '--limit', 'many')).toMatchObject({ exitCode: 2 });
    expect(await runs('list', '--since', 'last tuesday')).toMatchObject({ exitCode: 2 });
  });

  it('--watch prints a changed list again, until the interrupt', async () => {
    const interrupt = new AbortController();
    let started = false;
    const { exitCode, stdout } = await svc(folder, ['runs', 'list', '--watch', '--json'], {
      interrupt: interrupt.signal,
      onWrite() {
        if (started) return interrupt.abort();
        started = true;
        void start('greet', '-p', 'name=Ada');
      },
    });
    expect(exitCode).toBe(0);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).items.length);
    expect(answers).toEqual([0, 1]);
  });
});

describe('svc runs', () => {
  it('shows a run with its tasks, input and output or error', async () => {
    const done = await runs('show', await start('greet', '-p', 'name=Ada'));
    expect(done).toMatchObject({ exitCode: 0, stderr: '' });
    expect(done.stdout).toMatch(/✓ greet +set/);
    expect(done.stdout).toContain('input: {"name":"Ada"}');
    expect(done.stdout).toContain('"message": "Hello, Ada"');
    const failed = await runs('show', await start('failing'));
    expect(failed.stdout).toContain('refused 418: not today');
    const { tasks } = JSON.parse((await runs('show', await start('failing'), '--json')).stdout);
    expect(tasks).toMatchObject([{ name: 'refuse', status: 'faulted' }]);
  });

  it('suspends, resumes and cancels a run', async () => {
    const id = await startWaiting();
    expect((await runs('suspend', id)).stdout).toBe(`${id}  suspended\n`);
    expect((await runs('resume', id)).stdout).toMatch(new RegExp(`^${id}  (running|waiting)\n$`));
    expect((await runs('cancel', id)).stdout).toBe(`${id}  cancelled\n`);
    expect(await runs('suspend', id)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('run_state_conflict'),
    });
  });

  it('retries a faulted run, and names the new run', async () => {
    const id = await start('failing');
    const { exitCode, stdout } = await runs('retry', id);
    const [, next] = /^Run (\S+) retries (\S+)\. Follow it with: svc logs \1 -f\n$/.exec(stdout) ?? [];
    expect([exitCode, next]).toEqual([0, expect.stringMatching(/^[\w-]{36}$/)]);
    expect(JSON.parse((await runs('show', next ?? '', '--json')).stdout)).toMatchObject({ retryOf: id });
  });

  it('says what to use where an action is missing or unknown', async () => {
    expect(await runs('stop', 'x')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('`cancel`'),
    });
    expect(await runs('show')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('svc runs show <run>'),
    });
    expect(await runs('show', 'x', '--watch')).toMatchObject({ exitCode: 2 });
    expect(await runs('show', '0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('run_not_found'),
    });
  });
});

describe('a run is named by', () => {
  it('the beginning of its id, `latest`, or its flow', async () => {
    const first = await start('greet', '-p', 'name=Ada');
    const second = await start('failing');
    for (const [word, id] of [
      [first, first],
      [first.slice(0, 24), first],
      ['latest', second],
      ['greet', first],
      ['failing', second],
    ] as const)
      expect(JSON.parse((await runs('show', word, '--json')).stdout).id).toBe(id);
    expect((await svc(folder, ['logs', 'greet'])).stdout).toBe((await svc(folder, ['logs', first])).stdout);
    expect((await runs('retry', 'latest')).stdout).toContain(`retries ${second}.`);
  });

  it('more of its id where several begin alike', async () => {
    const first = await start('greet', '-p', 'name=Ada');
    const second = await start('greet', '-p', 'name=Bob');
    const common = [...first].findIndex((character, at) => character !== second[at]);
    const { exitCode, stderr } = await runs('show', first.slice(0, Math.max(8, common)));
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('The ids of several runs begin with')]);
    expect(stderr).toContain(second);
  });

  it.each(['latest', 'nothing', '01234567', 'ffffffff'])('nothing else: %s', async (word) => {
    const { exitCode, stderr } = await runs('cancel', word);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/^error: There is no run.*\nhint: List the runs/),
    ]);
  });
});

it('times may be written in words', async () => {
  await start('greet', '-p', 'name=Ada');
  expect((await runs('list', '--since', 'yesterday')).stdout).toContain('greet');
  expect((await runs('list', '--since', '1 hour ago', '--until', '30 minutes ago')).stdout).toBe(
    'No runs.\n',
  );
  expect((await runs('list', '--since', 'soon')).stderr).toContain('`--since soon` is not a time');
});
