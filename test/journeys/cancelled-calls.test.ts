import { readFileSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { TestServer } from '../controller/connectors/server.js';
import { eventually } from '../eventually.js';
import { ServiceProcess } from './service-process.js';

const flow = (
  url: string,
  file: string,
) => `document: { dsl: '1.0.3', namespace: test, name: busy, version: '1.0.0' }
do:
  - all:
      fork:
        branches:
          - request: { call: http, with: { method: get, endpoint: '${url}/request' } }
          - connection: { call: outside.get, with: { path: /connection } }
          - process: { run: { shell: { command: 'echo $$ > ${file}; sleep 1000 & wait' } } }
`;

test('cancelling a run ends its request, its call of a connection and its process', {
  timeout: 120_000,
}, async () => {
  const open = new Set<string>();
  const server = await TestServer.start((request, response) => {
    const path = String(request.url);
    open.add(path);
    response.on('close', () => open.delete(path));
  });
  onTestFinished(() => server.stop());
  const service = new ServiceProcess(undefined, {
    SVC_Flows__AllowPrivateNetworks: 'true',
    SVC_Flows__AllowProcesses: 'true',
  });
  onTestFinished(() => service.dispose());
  const file = service.file('.svc', 'pid');
  writeFileSync(service.file('busy.yaml'), flow(server.url, file));
  const connection = `kind: connection\nname: outside\nconnector: http\nconfig: { baseUrl: '${server.url}' }\n`;
  writeFileSync(service.file('outside.yaml'), connection);
  await service.start();
  const headers = { prefer: 'respond-async' };
  const started = await service.request('/api/v1/live/flows/busy/runs', {
    method: 'POST',
    body: '{}',
    headers,
  });
  const { id } = (await started.json()) as { id: string };
  await eventually(() => open.size === 2);
  const pid = await eventually(() => Number(readOr(file)) || undefined);
  expect(isAlive(pid)).toBe(true);

  const cancelled = await service.request(`/api/v1/live/runs/${id}/cancel`, { method: 'POST' });
  expect(await cancelled.json()).toMatchObject({ status: 'cancelled' });
  await eventually(() => open.size === 0);
  await eventually(() => !isAlive(pid));
});

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
