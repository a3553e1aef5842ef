import { expect, test } from 'vitest';
import { type Costs, type Shape, simulate } from './cluster.js';
import { Events } from './events.js';
import { Random } from './random.js';
import { Servers } from './stations.js';

const costs: Costs = {
  run: 2,
  transaction: 0.2,
  row: 0.02,
  flush: 1,
  roundTrip: 0.1,
  renewal: 0.1,
  wake: 0.1,
  notify: 0.02,
  listener: 0.005,
};
const shape: Shape = {
  nodes: 10,
  runsPerSecond: 1_000,
  triggers: 6_000,
  triggerSeconds: 60,
  parked: 36_000,
  parkedSeconds: 360,
  hintsPerSecond: 1,
  cores: 4,
  databases: 1,
  batchMs: 0,
};

test('the time in a queue of one server is that of an M/M/1 queue', () => {
  const [arrivalMs, serviceMs] = [10, 7];
  const events = new Events();
  const random = new Random(7);
  const server = new Servers(events, 1);
  let count = 0;
  let total = 0;
  const arrive = (): void => {
    const began = events.now;
    server.serve(random.exponential(serviceMs), () => {
      count++;
      total += events.now - began;
    });
    events.after(random.exponential(arrivalMs), arrive);
  };
  arrive();
  events.run(5_000_000);
  // 1 / (service rate - arrival rate)
  const expected = 1 / (1 / serviceMs - 1 / arrivalMs);
  expect(total / count / expected).toBeCloseTo(1, 1);
  expect(server.busyMs / events.now).toBeCloseTo(serviceMs / arrivalMs, 2);
});

test('below saturation all offered runs complete, and the use of nodes and database is the offered load', () => {
  const found = simulate(costs, shape, 20);
  expect(found.completed / found.offered).toBeCloseTo(1, 2);
  expect(found.offered / 1_200).toBeCloseTo(1, 1);
  expect(found.nodeUse / ((found.offered * costs.run) / 1_000 / shape.nodes)).toBeCloseTo(1, 1);
  const hints = shape.nodes * (costs.transaction + costs.notify + shape.nodes * costs.listener);
  const renewals = (shape.nodes / 3) * costs.renewal;
  // Triggers wake one job, and parked runs a job and a run: 100 of each in a second.
  const work = found.transactions * costs.transaction + found.rows * costs.row + 300 * costs.wake;
  expect((found.coreUse * shape.cores * 1_000) / (work + hints + renewals)).toBeCloseTo(1, 1);
});

test('a database beyond saturation is used fully, and completes what its cores can do', () => {
  const found = simulate({ ...costs, row: 0.2 }, { ...shape, nodes: 20, runsPerSecond: 6_000, cores: 1 }, 3);
  expect(found.coreUse).toBeGreaterThan(0.98);
  expect(found.completed).toBeLessThan(found.offered * 0.9);
});

test('the same seed gives the same figures', () => {
  expect(simulate(costs, shape, 1, 5)).toEqual(simulate(costs, shape, 1, 5));
  expect(simulate(costs, shape, 1, 5)).not.toEqual(simulate(costs, shape, 1, 6));
});
