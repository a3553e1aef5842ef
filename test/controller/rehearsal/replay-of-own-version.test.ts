import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Problem } from '../../../controller/problems/index.js';
import { Replayer } from '../../../controller/rehearsal/index.js';
import { RandomRuns } from './random-runs.js';

/** More of them with `SVC_REPLAY_RUNS=10000`. */
const runs = Number(process.env['SVC_REPLAY_RUNS'] ?? 60);
/** Runs between two crashes. */
const perProcess = 12;

let random: RandomRuns;

beforeEach(async () => {
  random = new RandomRuns();
  await random.open();
});

afterEach(async () => {
  await random.close();
  expect(random.harness.reported).toEqual([]);
});

test(`the replay of ${runs} random runs through their own version is the same, and sends nothing`, async () => {
  const { harness } = random;
  const refused: string[] = [];
  for (let first = 0; first < runs; first += perProcess) {
    const names = Array.from({ length: Math.min(perProcess, runs - first) }, (_, index) =>
      random.randomFlow(first + index),
    );
    const request = { branch: 'main', input: { n: first }, principal: 'user:test' };
    const started = await Promise.all(names.map((name) => harness.engine.start({ ...request, flow: name })));
    await new Promise((resolve) => setTimeout(resolve, 30));
    await random.crash();
    for (const { id } of started) await harness.engine.wait(id, 60_000);
    const before = random.requests;
    for (const { id, flow } of started) {
      const replayer = new Replayer({
        runs: harness.engine,
        sealing: harness.vault,
        connectors: [],
        showsValues: true,
      });
      const replay = await replayer.replay(id, harness.snapshot()).catch((error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'not_replayable') throw error;
        refused.push(`${flow}: ${error.message}`);
      });
      if (replay) expect.soft(replay.result, `${flow} ${JSON.stringify(replay)}`).toBe('same');
    }
    expect(random.requests).toBe(before);
  }
  // A run that died in the middle of a race may not be recorded exactly enough: that is said, and seldom.
  expect(refused.length, refused.join('\n')).toBeLessThanOrEqual(runs / 10);
}, 600_000);

test('tasks began when the record says, although the clock went on before it was written', async () => {
  const { harness } = random;
  const at = { as: '${ . + { ($task.name): $task.startedAt.epoch.milliseconds } }' };
  const tasks = ['a', 'b', 'c'].map((name) => ({ [name]: { set: { n: 1 }, output: at } }));
  random.flow('timed', tasks);
  const { now } = Date;
  let calls = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 5 * calls++);
  onTestFinished(() => clock.mockRestore());
  const { id } = await harness.engine.start({
    branch: 'main',
    input: {},
    principal: 'user:test',
    flow: 'timed',
  });
  const { output } = await harness.engine.wait(id, 60_000);
  const replayer = new Replayer({
    runs: harness.engine,
    sealing: harness.vault,
    connectors: [],
    showsValues: true,
  });
  const { rehearsed } = await replayer.rehearseRecord(id);
  expect(rehearsed.outcome).toEqual({ status: 'completed', output });
  expect(await replayer.replay(id, harness.snapshot())).toMatchObject({ result: 'same', differences: [] });
});
