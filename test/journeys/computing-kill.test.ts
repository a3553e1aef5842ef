import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../eventually.js';
import { ServiceProcess } from './service-process.js';

let service: ServiceProcess;
let silent: Server;

beforeEach(async () => {
  silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  service = new ServiceProcess();
});
afterEach(async () => {
  await service.dispose();
  silent.closeAllConnections();
  silent.close();
});

interface Run {
  id: string;
  status: string;
  waitingFor: string | null;
}

async function begin(flow: string): Promise<string> {
  const headers = { prefer: 'respond-async' };
  const answer = await service.request(`/api/v1/live/flows/${flow}/runs`, {
    method: 'POST',
    body: '{}',
    headers,
  });
  return ((await answer.json()) as Run).id;
}

async function read(id: string): Promise<Run> {
  return (await (await service.request(`/api/v1/live/runs/${id}`)).json()) as Run;
}

/** The run that the last process noted as computing; empty when it noted none. */
function noted(): string {
  return readFileSync(service.file('.svc', 'computing'), 'utf8').trim().split(' ')[0] ?? '';
}

test('a run that computes each time the process dies is suspended after the second time, and no other run is', async () => {
  const document = (name: string, tasks: string) =>
    `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\ndo:\n${tasks}\n`;
  const { port } = silent.address() as AddressInfo;
  mkdirSync(service.file('flows'));
  const flows = {
    endless: '  - one: { set: { a: 1 } }\n  - two: { set: { a: 2 }, then: one }',
    asking: `  - ask: { call: http, with: { method: get, endpoint: 'http://127.0.0.1:${port}/' } }`,
    resting: '  - rest: { wait: PT1H }',
  };
  for (const [name, tasks] of Object.entries(flows))
    writeFileSync(service.file('flows', `${name}.yaml`), document(name, tasks));
  writeFileSync(
    service.file('svc.yaml'),
    'Limits: { RunTasks: 10000000, RunJournal: 1073741824 }\nFlows: { AllowPrivateNetworks: true }\n',
  );
  await service.start();
  const innocent = [await begin('asking'), await begin('resting')];
  const endless = await begin('endless');

  let deaths = 0;
  while (deaths < 2) {
    await eventually(() => noted() === endless);
    await service.kill();
    // The kill may fall between two stretches, when no run computes: then none is blamed.
    if (noted() === endless) deaths += 1;
    else expect(noted()).toBe('');
    await service.start();
  }

  const suspended = await eventually(async () => {
    const run = await read(endless);
    return run.status === 'suspended' && run;
  });
  expect(suspended.waitingFor).toContain('the process ended 2 times while this run computed');
  expect(service.output).toContain('The run was suspended');
  for (const id of innocent) expect(['running', 'waiting']).toContain((await read(id)).status);
  // New runs start at once.
  const started = await begin('resting');
  await eventually(async () => (await read(started)).status === 'waiting');
}, 120_000);
