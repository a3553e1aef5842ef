import { writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { json, TestServer } from '../controller/connectors/server.js';
import { eventually } from '../eventually.js';
import { ServiceProcess } from './service-process.js';

const items = Array.from({ length: 30 }, (_, item) => item);
/** Items that the server answers before the kill; it holds the requests for all others. */
const early = items.filter((item) => item % 2 === 0 && item < 12);

const flow = (url: string) => `document: { dsl: '1.0.3', namespace: test, name: many, version: '1.0.0' }
do:
  - each:
      for: { in: '[range(30)]' }
      metadata: { concurrency: 8 }
      do:
        - ask: { call: http, with: { method: get, endpoint: '\${ "${url}/" + ($item | tostring) }' } }
        - shape: { set: { answer: '\${ .item }', index: '\${ $index }' } }
`;

test('a loop whose iterations run side by side continues after a kill without repeating an answered call', {
  timeout: 180_000,
}, async () => {
  let holds = true;
  const asked = new Map<number, number>();
  const server = await TestServer.start((request, response) => {
    const item = Number(request.url?.slice(1));
    asked.set(item, (asked.get(item) ?? 0) + 1);
    if (!holds || early.includes(item)) json(response, { item });
  });
  onTestFinished(() => server.stop());
  const service = new ServiceProcess(undefined, { SVC_Flows__AllowPrivateNetworks: 'true' });
  onTestFinished(() => service.dispose());
  writeFileSync(service.file('many.yaml'), flow(server.url));
  await service.start();
  const headers = { prefer: 'respond-async' };
  const path = '/api/v1/live/flows/many/runs';
  const started = await service.request(path, { method: 'POST', body: '{}', headers });
  const { id } = (await started.json()) as { id: string };

  // Eight requests are held: the loop has no place for another.
  await eventually(() => asked.size === early.length + 8);
  await eventually(async () => {
    const tasks = await service.request(`/api/v1/live/runs/${id}/tasks`);
    const { items: records } = (await tasks.json()) as { items: { name: string; status: string }[] };
    const completed = records.filter(({ name, status }) => name === 'shape' && status === 'completed');
    return completed.length === early.length;
  });
  await service.kill();
  holds = false;
  await service.start();

  const run = await eventually(async () => {
    const found = (await (await service.request(`/api/v1/live/runs/${id}`)).json()) as Record<
      string,
      unknown
    >;
    return found['endedAt'] !== null && found;
  });
  expect(run).toMatchObject({ status: 'completed', error: null });
  expect(run['output']).toEqual(items.map((item) => ({ answer: item, index: item })));
  for (const item of early) expect(asked.get(item), `item ${item}`).toBe(1);
  expect(asked.size).toBe(items.length);
});
