import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../controller/git/git-fixture.js';
import { platform } from '../../identity/real-service.js';
import { entities } from '../entities/writes/git-service.js';
import { RemoteService } from '../entities/writes/remote-service.js';

interface Told {
  type: string;
  source: string;
  subject: string;
  data: Record<string, unknown>;
}

test('every platform event is sent to a webhook: entities, syncs, proposals, backups and keys', async () => {
  const { url, told } = await receive();
  const webhook = { Url: url, Secret: 'a secret of the receiver', Types: ['dev.svc.*'] };
  const it = await RemoteService.start({ SVC_Events__Webhooks: JSON.stringify([webhook]) });
  const { service } = it;
  const heard = (type: string, count = 1) =>
    eventually(() => {
      const found = told.filter((event) => event.type === `dev.svc.${type}.v1`);
      return found.length >= count ? found : undefined;
    });

  const made = { name: 'erp', connector: 'http', config: { baseUrl: 'http://127.0.0.1:1/' } };
  await service.call('POST', `${entities}/connection`, made);
  await service.patch(`${entities}/connection/erp`, { title: 'Planning' });
  await service.call('DELETE', `${entities}/connection/erp`);
  for (const change of ['created', 'updated', 'deleted']) {
    const [event] = await heard(`entity.${change}`);
    const about = { branch: 'main', kind: 'connection', name: 'erp' };
    expect(event).toMatchObject({ source: '/api/v1/main', subject: 'connection/erp', data: about });
  }
  await heard('sync.succeeded');

  // Asked for, by an agent that may only propose, and because the remote declines the push.
  const patch = { title: 'Customers' };
  const asked = await service.patch(`${entities}/connection/crm?propose=true`, patch);
  const key = { 'x-api-key': await service.service.key('agent', 'editor') };
  await updateByTool(it, { type: 'connection', name: 'crm', patch: { title: 'By an agent' } }, key);
  it.hook('while read old new ref; do case $ref in refs/heads/main) exit 1;; esac; done');
  const declined = await service.patch(`${entities}/connection/crm`, { title: 'Declined' });
  const opened = await heard('proposal.opened', 3);
  const { items } = (await service.call('GET', `${platform}/proposals`)).json();
  const shown = items.map(
    ({ id, branch, base, title, body, author, compareUrl }: Record<string, unknown>) => {
      return { id, branch, base, title, body, author, compareUrl };
    },
  );
  const byId = (one: { id?: unknown }, other: { id?: unknown }) =>
    String(one.id).localeCompare(String(other.id));
  expect(opened.map(({ data }) => data).sort(byId)).toEqual(shown.sort(byId));
  expect(opened.map(({ subject }) => subject)).toContain(declined.json().proposal.branch);
  expect(opened.map(({ subject }) => subject)).toContain(asked.json().proposal.branch);
  expect(opened.map(({ data }) => data['author'])).toContain('api-key:agent');

  const { id } = (
    await service.call('POST', `${platform}/entities/platform/backup`, { categories: ['flows'] })
  ).json();
  const [backup] = await heard('backup.completed');
  expect(backup?.data).toMatchObject({ id });
  const rotated = (await service.call('POST', `${platform}/api-keys`, { name: 'ci', role: 'viewer' })).json();
  await service.call('POST', `${platform}/auth/api-keys/${rotated.id}/rotate`, {});
  expect((await heard('apikey.rotated'))[0]?.data).toMatchObject({ id: rotated.id });
  it.intercept = (_, response) => {
    response.destroy();
    return true;
  };
  await it.sync();
  await heard('sync.failed');
});

async function receive(): Promise<{ url: string; told: Told[] }> {
  const told: Told[] = [];
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      told.push(JSON.parse(Buffer.concat(parts).toString()));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  return { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, told };
}

async function updateByTool(
  { service }: RemoteService,
  input: object,
  key: Record<string, string>,
): Promise<void> {
  const params = { name: 'update-entity', arguments: { branch: 'main', ...input } };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const headers = {
    ...key,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const answer = await service.call('POST', '/mcp', message, headers);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.body).toContain('proposals/');
}
