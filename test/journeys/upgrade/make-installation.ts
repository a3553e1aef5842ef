import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { eventually } from '../../eventually.js';
import { ServiceProcess } from '../service-process.js';
import { type Answer, delivery, type Facts, files, given } from './installation.js';

// Makes `fixtures/installation-<version>` with a build of that version, from its checkout:
// `npx tsx test/journeys/upgrade/make-installation.ts <checkout> <version>`.

const [checkout = '', version = ''] = process.argv.slice(2);
const folder = fileURLToPath(new URL(`../../../fixtures/installation-${version}`, import.meta.url));
const service = new ServiceProcess([process.execPath, join(resolve(checkout), 'dist/cli/launch.cjs')]);
let link = '';
const server = createServer(async (request, response) => {
  const body = await text(request);
  if (request.method === 'POST') link = new URL(JSON.parse(body).link).pathname;
  response.setHeader('content-type', 'text/csv').end('day,total\n2026-11-28,80\n');
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const { port } = server.address() as AddressInfo;

await service.git('init', '--quiet', '--initial-branch=main', '--template=', '.');
for (const [path, content] of Object.entries(files)) {
  mkdirSync(dirname(service.file(path)), { recursive: true });
  writeFileSync(service.file(path), content.replaceAll('PORT', String(port)));
}
await commit('A shop');
await service.start();

const platform = '/api/v1/platform';
await post(`${platform}/users`, { name: given.user, role: 'operator', password: given.password });
const { key } = await post(`${platform}/api-keys`, { name: 'ci', role: 'operator' });
for (const token of ['the-first-token-of-the-shop', given.secret.token])
  await post(`${platform}/entities/platform/secret`, { path: 'shop/api', value: { token } });
await post(`${platform}/entities/platform/secret`, {
  path: 'shop/webhook',
  value: { secret: given.webhookSecret },
});
await send(
  'PATCH',
  `${platform}/entities/platform/config-section/Limits`,
  given.limits,
  'application/merge-patch+json',
);
const { token: share } = await post(`${platform}/shares`, {
  name: 'greeting',
  branch: 'main',
  flow: 'greet',
});

const runs: Record<string, string> = {};
for (const flow of ['greet', 'fail', 'nap', 'outer', 'later', 'ask', 'ask-again', 'hear', 'report'])
  runs[flow] = (await post(`/api/v1/main/flows/${flow}/runs`, {}, { prefer: 'respond-async' })).id;
for (const flow of ['nap', 'later', 'ask', 'ask-again', 'hear']) await reach(flow, 'waiting');
await reach('outer', 'running');
for (const flow of ['greet', 'report']) await reach(flow, 'completed');
await reach('fail', 'faulted');
await post(`/api/v1/main/runs/${runs['later']}/suspend`, {});
await eventually(() => link !== '');
await post('/api/v1/main/triggers/nightly/pause', {});
const { headers, body } = delivery('delivery-1', { id: 'o-1' });
await send('POST', '/api/v1/main/hooks/orders', JSON.parse(body), 'application/json', headers);

const { items } = (await (
  await service.request(`/api/v1/main/runs/${runs['report']}/files`)
).json()) as Answer;
const change = (files['flows/greet.yaml'] ?? '').replace('Hello, ', 'Good day, ');
writeFileSync(service.file('flows/greet.yaml'), change);
await commit('Greet politely');
await eventually(async () => {
  const read = await service.request('/api/v1/main/versions/flow/greet/history');
  return ((await read.json()) as Answer).items.length === 2;
});
const patch = { document: { summary: 'Greets' } };
const { proposal } = await send(
  'PATCH',
  '/api/v1/main/entities/platform/flow/greet?propose=true',
  patch,
  'application/merge-patch+json',
);
const categories = ['flows', 'environments', 'connections', 'config', 'secrets', 'users', 'runs', 'settings'];
const { id: backup } = await post(`${platform}/entities/platform/backup`, { categories });

await service.stop();
server.close();
const facts: Facts = { key, share, link, runs, file: items[0]?.file ?? '', proposal: proposal.id, backup };
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
await execa('tar', [
  '--exclude=./.svc/cache',
  '--exclude=./.svc/server.json',
  '--exclude=./.svc/xdg',
  '--sort=name',
  '--owner=0',
  '--group=0',
  '-czf',
  join(folder, 'installation.tar.gz'),
  '-C',
  service.directory,
  '.',
]);
await service.dispose();

async function commit(message: string): Promise<void> {
  await service.git('add', '--all', '--', ':!.svc');
  await service.git('commit', '--quiet', '--message', message);
}

function post(path: string, content: object, headers: Record<string, string> = {}) {
  return send('POST', path, content, 'application/json', headers);
}

async function send(
  method: string,
  path: string,
  content: object,
  type: string,
  headers: Record<string, string> = {},
) {
  const init = { method, body: JSON.stringify(content), headers: { 'content-type': type, ...headers } };
  const answer = await service.request(path, init);
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<Answer>;
}

async function reach(flow: string, status: string): Promise<void> {
  await eventually(async () => {
    const run = (await (await service.request(`/api/v1/main/runs/${runs[flow]}`)).json()) as Answer;
    if (['faulted', 'completed'].includes(run.status) && run.status !== status)
      throw new Error(`${flow}: ${JSON.stringify(run.error ?? run.output)}`);
    return run.status === status;
  });
}
