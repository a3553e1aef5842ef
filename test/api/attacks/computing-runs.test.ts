import { afterAll, beforeAll, expect, test } from 'vitest';
import { flow, RealService } from '../identity/real-service.js';

const document = (name: string, tasks: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\ndo:\n${tasks}\n`;

let service: RealService;

beforeAll(async () => {
  service = await RealService.start(
    {
      'flows/hello.yaml': flow('hello'),
      'flows/endless.yaml': document(
        'endless',
        '  - one: { set: { a: 1 } }\n  - two: { set: { a: 2 }, then: one }',
      ),
      'flows/many.yaml': document(
        'many',
        '  - all: { for: { in: "${ [range(2000000)] }" }, do: [ { one: { set: { a: 1 } } } ] }',
      ),
    },
    {
      SVC_Limits__RunJournal: String(8 << 20),
      SVC_Limits__RequestsPerMinute: '10000000',
      SVC_Flows__AllowPrivateNetworks: 'true',
    },
  );
}, 30_000);
afterAll(() => service.remove());

test.each(['endless', 'many'])(
  'a run that only computes (%s) writes its journal in pieces, lets others run, and ends at a limit',
  async (name) => {
    const before = process.memoryUsage.rss();
    const url = `/api/v1/live/flows/${name}/runs`;
    const { id } = (await service.call('POST', url, {}, { prefer: 'respond-async' })).json();
    let peak = 0;
    let others = 0;
    for (;;) {
      const other = await service.call('POST', '/api/v1/live/flows/hello/runs', { name: 'x' });
      expect(other.json()).toMatchObject({ status: 'completed' });
      others += 1;
      peak = Math.max(peak, process.memoryUsage.rss() - before);
      const run = (await service.call('GET', `/api/v1/live/runs/${id}`)).json();
      if (run.endedAt === null) continue;
      expect(run).toMatchObject({ status: 'faulted', error: { code: 'journal_limit' } });
      break;
    }
    expect(others).toBeGreaterThan(1);
    expect(peak).toBeLessThan(400 << 20);
  },
  60_000,
);
