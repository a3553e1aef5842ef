import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually as until } from '../eventually.js';
import { ServiceProcess } from './service-process.js';

let service: ServiceProcess;
let stub: Server;
let calls: string[];
/** The call that gets no answer while it is set. */
let silent: string | undefined;

beforeEach(async () => {
  calls = [];
  silent = undefined;
  stub = createServer((request, response) => {
    calls.push(request.url ?? '');
    if (request.url === silent) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ step: request.url }));
  });
  await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
  service = new ServiceProcess();
});

afterEach(async () => {
  await service.dispose();
  stub.closeAllConnections();
  stub.close();
});

const steps = ['one', 'two', 'three', 'four', 'five'];

function fiveCalls(port: number): string {
  const tasks = steps.map(
    (step) =>
      `  - ${step}:\n      call: http\n      with: { method: get, endpoint: "http://127.0.0.1:${port}/${step}" }\n      export: { as: '\${ $context + { ${step}: .step } }' }`,
  );
  return `document: { dsl: '1.0.3', namespace: test, name: five, version: '1.0.0' }\ndo:\n${tasks.join('\n')}\noutput: { as: '\${ $context }' }\n`;
}

test('killed in the third of five calls, the run completes after a restart and makes the first two calls once', async () => {
  silent = '/three';
  mkdirSync(service.file('flows'));
  writeFileSync(service.file('flows', 'five.yaml'), fiveCalls((stub.address() as AddressInfo).port));
  await service.start();
  const accepted = await service.request('/api/v1/live/flows/five/runs', {
    method: 'POST',
    body: '{}',
    headers: { prefer: 'respond-async' },
  });
  expect(accepted.status).toBe(202);
  const { id } = (await accepted.json()) as { id: string };
  await until(() => calls.includes('/three'));
  await service.kill();
  silent = undefined;
  await service.start();
  await until(async () => {
    const run = (await (await service.request(`/api/v1/live/runs/${id}`)).json()) as { status: string };
    return run.status === 'completed';
  });
  expect(calls).toEqual(['/one', '/two', '/three', '/three', '/four', '/five']);
  const run = await (await service.request(`/api/v1/live/runs/${id}`)).json();
  expect(run).toMatchObject({ output: Object.fromEntries(steps.map((step) => [step, `/${step}`])) });
});
