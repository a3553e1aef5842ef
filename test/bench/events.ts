import { compileFlow } from '../../controller/flows/index.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { Harness } from '../controller/runs/engine-harness.js';

const parked = Number(process.env['SVC_BENCH_PARKED'] ?? 20_000);
const events = parked / 5;
const perSecond = Number(process.env['SVC_BENCH_RATE'] ?? 1_000);
const batch = 100;

const correlate = { order: { from: '.data.order', expect: '${ .order }' } };
const one = { with: { type: 'paid' }, correlate };
const document = { dsl: '1.0.3', namespace: 'bench', name: 'hear', version: '1.0.0' };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Parks runs that listen for an order each (`SVC_BENCH_PARKED`), sends events at 1,000 a second, and waits for their runs. */
export async function bench(): Promise<void> {
  const harness = new Harness();
  const engine = await harness.open({}, { pendingRuns: parked });
  engine.events.attach({ start: async () => ({ writes: [], committed: () => {} }) });
  await (await engine.recover()).continued;
  const { plan } = compileFlow({ document, do: [{ hear: { listen: { to: { one } } } }] });
  if (!plan) throw new Error('The flow of the bench is not valid');
  harness.flow('hear', plan.execute, plan);
  for (let first = 0; first < parked; first += batch) {
    const orders = Array.from({ length: batch }, (_, index) => first + index);
    await Promise.all(
      orders.map((order) =>
        engine.start({ branch: 'main', flow: 'hear', input: { order }, principal: 'bench' }),
      ),
    );
  }
  while (engine.load().running + engine.load().pending > 0) await pause(20);
  const before = process.memoryUsage().rss;
  const cpu = process.cpuUsage();
  const { transactions } = harness.storage.counts();
  const began = performance.now();
  for (let first = 0; first < events; first += batch) {
    const sent = Array.from({ length: batch }, (_, index): { branch: string; event: JsonObject } => {
      const order = first + index;
      return {
        branch: 'main',
        event: { source: '/bench', id: String(order), type: 'paid', data: { order } },
      };
    });
    await engine.events.accept(sent);
    await pause(Math.max(0, began + ((first + batch) / perSecond) * 1_000 - performance.now()));
  }
  let peak = before;
  while ((engine.ended()['completed'] ?? 0) < events) {
    peak = Math.max(peak, process.memoryUsage().rss);
    await pause(20);
  }
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const each = ((user + system) / 1_000 / events).toFixed(2);
  const flushes = (harness.storage.counts().transactions - transactions) / events;
  const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  console.log(
    `${parked} parked runs, ${events} events at ${perSecond}/s: woken and completed in ${seconds.toFixed(1)} s`,
  );
  console.log(`${Math.round(events / seconds)} runs/s, ${mb(before)} before, ${mb(peak)} at most`);
  console.log(`${each} ms of processor time and ${flushes.toFixed(3)} transactions for each run`);
  await harness.close();
}
