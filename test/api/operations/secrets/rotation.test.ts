import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../../../../cli/client/local/start-service.js';
import { loadSettings } from '../../../../controller/settings/index.js';
import { json, TestServer } from '../../../controller/connectors/server.js';
import { removeFolder } from '../../../remove-folder.js';

const platform = '/api/v1/platform';
const clients = 8;
const folder = mkdtempSync(join(tmpdir(), 'svc-rotating-'));
const keyFile = join(folder, '.svc', 'master.key');
let service: Service;
let shop: TestServer;
let headers: Record<string, string>;
/** The value that each path had when the shop was last called with it. */
const received = new Map<string, string>();

const start = (env: Record<string, string> = {}) =>
  startService(
    loadSettings({
      dir: folder,
      env: { SVC_Server__Port: '0', SVC_Limits__RequestsPerMinute: '1000000', ...env },
    }),
    pino({ level: 'silent' }),
  );

beforeAll(async () => {
  shop = await TestServer.start((request, response) => {
    received.set(String(request.url).slice(1), String(request.headers['x-key']));
    json(response, {});
  });
  mkdirSync(join(folder, 'connections'));
  for (let client = 0; client < clients; client++) {
    const auth = `{ type: apiKey, in: header, name: X-Key, value: { secret: shop/${client}, key: key } }`;
    const text = `kind: connection\nname: shop-${client}\nconnector: http\nconfig: { baseUrl: '${shop.url}', auth: ${auth} }\n`;
    writeFileSync(join(folder, 'connections', `shop-${client}.yaml`), text);
  }
  service = await start();
  headers = { 'x-api-key': service.controller.firstAdmin?.apiKey ?? '', 'content-type': 'application/json' };
  await service.controller.reconciler.current(service.controller.branches.production);
}, 60_000);

afterAll(async () => {
  await service.stop();
  await shop.stop();
  removeFolder(folder);
});

async function send(method: string, path: string, body?: object): Promise<{ status: number; body: string }> {
  const answer = await fetch(service.url + path, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: await answer.text() };
}

const toClientText = (client: number, round: number) => `value-${client}-in-round-${round}`;

test('requests that read and write secrets never fail while the master key is rotated again and again', async () => {
  copyFileSync(keyFile, join(folder, 'old.key'));
  const secret = `${platform}/entities/platform/secret`;
  for (let i = 0; i < 300; i++) {
    expect((await send('POST', secret, { path: `kept/${i}`, value: { key: `kept-${i}` } })).status).toBe(201);
  }
  let isRotating = true;
  /** Writes a secret, reads it through a connection, changes it and reads it again, until the rotations end. */
  async function useSecrets(client: number): Promise<number> {
    let round = 0;
    const readBack = async () => {
      const action = `/api/v1/live/connections/shop-${client}/actions/get`;
      const answer = await send('POST', action, { path: `/${client}` });
      expect(answer, answer.body).toMatchObject({ status: 200 });
      expect(received.get(String(client))).toBe(toClientText(client, round));
    };
    do {
      round += 1;
      const value = { key: toClientText(client, round) };
      expect((await send('POST', secret, { path: `shop/${client}`, value })).status).toBeLessThan(300);
      await readBack();
      round += 1;
      const changed = { value: { key: toClientText(client, round) } };
      expect((await send('PATCH', `${platform}/secrets/shop/${client}`, changed)).status).toBe(200);
      await readBack();
    } while (isRotating);
    return round;
  }
  const clientsWork = Array.from({ length: clients }, (_, client) => useSecrets(client));
  let rewrapped = 0;
  for (let rotation = 0; rotation < 5; rotation++) {
    const { status, body } = await send('POST', `${platform}/master-key/rotate`, {});
    expect(status, body).toBe(200);
    rewrapped += JSON.parse(body).rewrapped;
  }
  isRotating = false;
  const rounds = await Promise.all(clientsWork);
  expect(rewrapped).toBeGreaterThan(5 * 300);

  const { secrets } = service.controller.vault;
  const check = async ({ read }: { read(path: string): Promise<unknown> }) => {
    for (let i = 0; i < 300; i++) expect(await read(`kept/${i}`)).toEqual({ key: `kept-${i}` });
    for (const [client, round] of rounds.entries()) {
      expect(await read(`shop/${client}`)).toEqual({ key: toClientText(client, round) });
    }
  };
  await check({ read: (path) => secrets.read(path) });

  await service.stop();
  const [oldKey = ''] = readFileSync(join(folder, 'old.key'), 'utf8').trim().split('\n');
  expect(readFileSync(keyFile, 'utf8')).not.toContain(oldKey);
  await expect(start({ SVC_Secrets__MasterKey: oldKey })).rejects.toMatchObject({ code: 'settings_invalid' });
  service = await start();
  await check({ read: (path) => service.controller.vault.secrets.read(path) });
}, 120_000);
