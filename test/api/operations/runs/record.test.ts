import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../../../controller/storage/sqlite/sqlite-engine.js';
import { eventually } from '../../../eventually.js';
import { RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';

const document = (name: string, more = '') =>
  `document: { dsl: 1.0.3, namespace: shop, name: ${name}, version: 1.0.0${more} }\ndo:\n`;
const ask =
  '  - ask: { run: { script: { language: js, code: \'return { card: "4711-" + "9".repeat(300) }\' } } }\n';
const forget = '  - forget: { set: { done: true } }\n';
const refuse =
  '  - refuse: { raise: { error: { type: https://shop.example.com/no, status: 409, title: No } } }\n';
const rest = '  - rest: { wait: { hours: 1 } }\n';
const none = ', metadata: { record: { answers: none } }';
const all = ', metadata: { record: { answers: all } }';

async function start(record: string) {
  const service = await RealService.start({
    'flows/asks.yaml': document('asks') + ask + forget,
    'flows/fails.yaml': document('fails') + ask + forget + refuse,
    'flows/rests.yaml': document('rests') + ask + forget + rest,
    'flows/forgets.yaml': document('forgets', none) + ask + forget,
    'flows/keeps.yaml': document('keeps', all) + ask + forget,
    'svc.yaml': `Flows: { Record: ${record} }\n`,
  });
  onTestFinished(() => service.remove());
  const run = async (flow: string, prefer = 'wait=30') => {
    const path = `/api/v1/live/flows/${flow}/runs`;
    const { id } = (await service.call('POST', path, {}, { prefer })).json();
    const at = `/api/v1/live/runs/${id}`;
    return {
      id,
      read: async () => (await service.call('GET', at)).json(),
      post: (verb: string) => service.call('POST', `${at}/${verb}`, {}),
      inspect: async () => (await service.call('GET', `${at}/tasks/ask`)).json().items[0],
      journal: () => readJournal(service, id),
    };
  };
  return { service, run };
}

/** The stored journal of a run, as text. */
function readJournal({ folder }: RealService, id: string): string {
  const database = openSqlite(join(folder, '.svc/svc.db'));
  try {
    return JSON.stringify(database.prepare('select entries from journal where run_id = ?').all(id));
  } finally {
    database.close();
  }
}

test('runs keep their answers, and can be replayed', async () => {
  const { run } = await start('{}');
  const { post, inspect, journal } = await run('asks');
  expect(journal()).toContain('4711-999');
  expect((await post('replay')).json()).toMatchObject({ result: 'same' });
  expect(await inspect()).toMatchObject({ output: { card: expect.stringContaining('4711') }, missing: null });
});

test('with `answers: none` no ended run has them, and says so where they are needed', async () => {
  const { run } = await start('{ answers: none }');
  const { post, inspect, journal, read } = await run('asks');
  expect(await read()).toMatchObject({ status: 'completed', output: { done: true } });
  expect(journal()).not.toContain('4711-999');
  const problem = expectProblem(await post('replay'), 409, 'not_replayable');
  expect(problem.detail).toContain('Flows.Record.answers');
  const missing = expect.stringContaining('Flows.Record.answers');
  expect(await inspect()).toMatchObject({ input: {}, output: null, missing });
  const failed = await run('fails');
  expect(failed.journal()).not.toContain('4711-999');
  expectProblem(await failed.post('retry'), 409, 'not_replayable');
  expect((await failed.post('rerun')).statusCode).toBe(201);
  const parked = await run('rests', 'respond-async');
  await eventually(async () => (await parked.read()).status === 'waiting');
  expect(parked.journal()).toContain('4711-999');
  await parked.post('cancel');
  expect(await parked.read()).toMatchObject({ status: 'cancelled' });
  expect(parked.journal()).not.toContain('4711-999');
});

test('with `answers: failed` a faulted run keeps them and can be retried', async () => {
  const { run } = await start('{ answers: failed }');
  expect((await run('asks')).journal()).not.toContain('4711-999');
  const { journal, post } = await run('fails');
  expect(journal()).toContain('4711-999');
  expect((await post('retry')).statusCode).toBe(201);
});

test('an answer above `maxBytes` is not kept, and a smaller one is', async () => {
  const small = await (await start('{ maxBytes: 400 }')).run('asks');
  expect(small.journal()).toContain('4711-999');
  const { run } = await start('{ maxBytes: 200 }');
  const { journal, post } = await run('asks');
  expect(journal()).not.toContain('4711-999');
  expect(expectProblem(await post('replay'), 409, 'not_replayable').detail).toContain(
    'Flows.Record.maxBytes',
  );
  // A retry needs all answers.
  expect((await run('fails')).journal()).toContain('4711-999');
});

test('a flow keeps less than the installation, and never more', async () => {
  const { service, run } = await start('{}');
  expect((await run('forgets')).journal()).not.toContain('4711-999');
  expect((await run('keeps')).journal()).toContain('4711-999');
  const strict = await start('{ answers: none }');
  expect((await strict.run('keeps')).journal()).not.toContain('4711-999');
  const header = { dsl: '1.0.3', namespace: 'shop', name: 'odd', version: '1.0.0' };
  for (const record of [{ answers: 'some' }, { maxBytes: -1 }, { answer: 'none' }, 'none']) {
    const body = { document: { ...header, metadata: { record } }, do: [{ done: { set: { a: 1 } } }] };
    const answer = await service.call('POST', '/api/v1/live/entities/platform/flow', body);
    expectProblem(answer, 422, 'entity_invalid');
  }
});
