import { expect, test } from 'vitest';
import { MemoryHost, MemoryJournal } from './memory-host.js';
import { plan } from './support.js';

/** Uses two thirds of the budget of a task. */
const heavy = '[range(1500000)] | length';
const error = { status: 400, type: expect.stringContaining('expression') };

test('the expressions of one task share one budget, so that no task keeps the event loop for long', async () => {
  const once = plan(`do: [ { a: { set: { x: '\${ ${heavy} }' } } } ]`);
  expect(await once.execute({}, new MemoryHost())).toEqual({ x: 1_500_000 });
  const members = Array.from({ length: 100 }, (_, n) => `m${n}: '\${ ${heavy} }'`).join(', ');
  const run = plan(`do: [ { a: { set: { ${members} } } } ]`).execute({}, new MemoryHost());
  await expect(run).rejects.toMatchObject({ body: error });
});

test('each task has the whole budget', async () => {
  const tasks = ['a', 'b', 'c'].map((name) => `{ ${name}: { set: { x: '\${ ${heavy} }' } } }`).join(', ');
  expect(await plan(`do: [ ${tasks} ]`).execute({}, new MemoryHost())).toEqual({ x: 1_500_000 });
});

test('a resumed run has as much of a budget left as before, although recorded values are not computed again', async () => {
  const flow = plan(`do: [ { a: { set: { x: '\${ now | ${heavy} }', y: '\${ ${heavy} }' } } } ]`);
  const journal = new MemoryJournal();
  const host = new MemoryHost({ journal });
  await expect(flow.execute({}, host)).rejects.toMatchObject({ body: error });
  host.flush();
  await expect(flow.execute({}, new MemoryHost({ journal }))).rejects.toMatchObject({ body: error });
});

test('branches of a fork that compute let requests in between', async () => {
  const branches = Array.from({ length: 20 }, (_, n) => `{ b${n}: { set: { x: '\${ ${heavy} }' } } }`).join(
    ', ',
  );
  let [turns, isDone] = [0, false];
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await plan(`do: [ { a: { fork: { branches: [ ${branches} ] } } } ]`).execute({}, new MemoryHost());
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(15);
});
