import { compileFlow } from '/work/wt/e/controller/flows/index.js';
import { Harness } from '/work/wt/e/test/controller/runs/engine-harness.js';
const N = Number(process.argv[2] ?? 100000);
const h = new Harness();
await h.open({}, { pendingRuns: 1e6, concurrentRuns: 256 });
h.engine.events.attach({ start: async () => ({ writes: [], committed: () => {} }) });
await (await h.engine.recover()).continued;
const { plan } = compileFlow({ document: { dsl: '1.0.3', namespace: 't', name: 'hear', version: '1.0.0' },
  do: [{ hear: { listen: { to: { one: { with: { type: 'paid', data: '${ .order == $input.order }' } } } } } }] } as never);
h.flow('hear', plan!.execute, plan!);
const mem = () => { (globalThis as any).gc?.(); const m = process.memoryUsage(); return `heap ${(m.heapUsed/1e6).toFixed(0)} MB rss ${(m.rss/1e6).toFixed(0)} MB`; };
console.log('start', mem());
let t = performance.now();
const ids: string[] = [];
for (let i = 0; i < N; i += 200) {
  const runs = await Promise.all(Array.from({ length: Math.min(200, N - i) }, (_, j) => h.engine.start({ branch: 'main', flow: 'hear', input: { order: i + j }, principal: 't' })));
  ids.push(...runs.map((r) => r.id));
  if (i % (N/4) === 0) console.log(i, mem(), h.engine.load());
}
while (h.engine.load().running + h.engine.load().pending > 0) await new Promise((r) => setTimeout(r, 10));
console.log(`parked ${N} in ${((performance.now()-t)/1000).toFixed(1)} s`, mem());
const count = async () => Number((await h.storage.db.selectFrom('runs').select(({fn}) => fn.countAll<number>().as('n')).where('status','=','completed').executeTakeFirstOrThrow()).n);
const listeners = async () => Number((await h.storage.db.selectFrom('event_listeners').select(({fn}) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n);
console.log('listeners', await listeners());
const event = (id: string, order: number) => ({ branch: 'main', event: { specversion: '1.0', source: '/s', id, type: 'paid', data: { order } } });
const seen = async () => Number((await h.storage.db.selectFrom('event_positions').select('seq').executeTakeFirst())?.seq ?? 0);
// events that fit none
t = performance.now();
const M = 5000; const before = await seen();
for (let i = 0; i < M; i += 100) await h.engine.events.accept(Array.from({ length: 100 }, (_, j) => event(`n${i+j}`, -1 - i - j)));
while ((await seen()) < before + M) await new Promise((r) => setTimeout(r, 5));
console.log(`${M} events that fit none: ${((performance.now()-t)/M*1000).toFixed(0)} us each`, mem());
t = performance.now();
const K = 2000;
for (let i = 0; i < K; i += 10) { await h.engine.events.accept(Array.from({ length: 10 }, (_, j) => event(`k${i+j}`, (i + j) * 3)));
  const due = t + (i + 10); while (performance.now() < due) await new Promise((r) => setTimeout(r, 1)); }
const offered = (performance.now()-t)/1000;
while ((await listeners()) > N - K) await new Promise((r) => setTimeout(r, 200));
console.log(`${K} events offered in ${offered.toFixed(1)} s; all woken after ${((performance.now()-t)/1000).toFixed(1)} s; completed ${await count()} listeners ${await listeners()}`, mem());
console.log('reported', h.reported.length);
await h.close();
