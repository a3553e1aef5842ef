import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../eventually.js';
import { files, mixedOutput } from '../faults/runs/flows.js';
import { StepServer } from '../faults/runs/step-server.js';
import { ServiceProcess } from './service-process.js';

/** To run more rounds: `KILL_ROUNDS=20 KILL_RUNS=200 npx vitest run test/journeys/run-kill.test.ts`. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 3);
const count = Number(process.env['KILL_RUNS'] ?? 60);
const runs = '/api/v1/live/runs';

interface Listed {
  id: string;
  status: string;
  output: { n: number } | null;
  error: unknown;
}

test('after a kill at any moment each of many runs ends once with the same output, and no finished step is repeated', {
  timeout: 180_000 + rounds * 60_000,
}, async () => {
  const stepServer = await StepServer.start();
  onTestFinished(() => stepServer.stop());
  const service = new ServiceProcess();
  onTestFinished(() => service.dispose());
  for (const [path, content] of Object.entries(files(stepServer.port))) {
    mkdirSync(service.file(path, '..'), { recursive: true });
    writeFileSync(service.file(path), content);
  }
  const asked = Array.from({ length: count }, (_, n) => n);
  const accepted = new Map<number, string>();
  for (let round = 0; round < rounds; round++) {
    stepServer.process = round;
    await service.start();
    const before = stepServer.total;
    const starting = startRuns(service, asked, accepted);
    if (asked.length > 0) await eventually(() => stepServer.total > before || asked.length === 0);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_500));
    await service.kill();
    await starting;
  }
  stepServer.process = rounds;
  await service.start();
  await startRuns(service, asked, accepted);
  await eventually(async () => {
    const open = ['pending', 'running', 'waiting'].map((status) => list(service, `status=${status}&limit=1`));
    return (await Promise.all(open)).every(({ length }) => length === 0);
  }, 120_000);

  const ended = await list(service, 'flow=mixed&limit=200');
  expect(ended.filter(({ status }) => status !== 'completed').map(({ error }) => error)).toEqual([]);
  expect(ended.map(({ id }) => id).sort()).toEqual([...accepted.values()].sort());
  const byNumber = ended.map(({ output }) => output).sort((a, b) => Number(a?.n) - Number(b?.n));
  expect(byNumber).toEqual(Array.from({ length: count }, (_, n) => mixedOutput(n)));
  for (const flow of ['child', 'loose']) {
    expect((await list(service, `flow=${flow}&status=completed&limit=200`)).length, flow).toBe(count);
  }
  for (const { id } of ended) {
    const { items } = await get<{ items: { message: string }[] }>(service, `${runs}/${id}/logs?limit=200`);
    const ends = items.filter(({ message }) => /^run (completed|faulted|cancelled)/.test(message));
    expect(ends.map(({ message }) => message)).toEqual(['run completed']);
  }
  expect(stepServer.doneAgain).toEqual([]);
  console.log(
    `${rounds} kills, ${count} runs, ${stepServer.total} calls, ${stepServer.repeated} of them again`,
  );
});

/** Starts the remaining runs until the service is killed. */
async function startRuns(
  service: ServiceProcess,
  left: number[],
  accepted: Map<number, string>,
): Promise<void> {
  for (let n = left[0]; n !== undefined; n = left[0]) {
    try {
      const answer = await service.request('/api/v1/live/flows/mixed/runs', {
        method: 'POST',
        body: JSON.stringify({ n }),
        headers: { prefer: 'respond-async', 'idempotency-key': `run-${n}` },
      });
      expect(answer.status, await answer.clone().text()).toBeLessThan(300);
      accepted.set(n, ((await answer.json()) as { id: string }).id);
      left.shift();
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

async function list(service: ServiceProcess, query: string): Promise<Listed[]> {
  return (await get<{ items: Listed[] }>(service, `${runs}?${query}&fields=output`)).items;
}

async function get<Answer>(service: ServiceProcess, path: string): Promise<Answer> {
  return (await (await service.request(path)).json()) as Answer;
}
