import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../../schemas/version.js';
import { eventually } from '../../eventually.js';
import { ServiceProcess } from '../service-process.js';
import { type Answer, delivery, type Facts, files, given } from './installation.js';

const folder = fileURLToPath(new URL('../../../fixtures/installation-0.1.0', import.meta.url));
const facts = JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8')) as Facts;
const platform = '/api/v1/platform';
/** The runs of the installation began when it was made: by default a run lasts for a day. */
const aCentury = '3153600000';
const service = new ServiceProcess(undefined, { SVC_Limits__FlowDuration: aCentury });
const countVisits = `document: { dsl: '1.0.3', namespace: shop, name: visits, version: 1.0.0 }
do:
  - read: { call: store/visits.get, with: { key: nap } }
  - show: { set: { visits: '\${ . }' } }
`;
/** The credentials with which the shop was called. */
const authorizations: (string | undefined)[] = [];
const shop = createServer(({ headers }, response) => {
  authorizations.push(headers.authorization);
  response.setHeader('content-type', 'application/json').end('[]');
});

beforeAll(async () => {
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
  await execa('tar', ['-xzf', join(folder, 'installation.tar.gz'), '-C', service.directory]);
  await service.start();
});
afterAll(async () => {
  await service.dispose();
  shop.close();
});

async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await service.request(path, { headers });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json() as Promise<Answer>;
}

async function post(
  path: string,
  content: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await service.request(path, { method: 'POST', body: JSON.stringify(content), headers });
  const body = (await answer.json()) as Answer;
  expect([path, body.code]).toEqual([path, undefined]);
  return body;
}

/** Waits for the end of a run that 0.1.0 has started. */
async function ended(flow: string) {
  return eventually(async () => {
    const run = await get(`/api/v1/main/runs/${facts.runs[flow]}`);
    return ['completed', 'faulted', 'cancelled'].includes(run.status) ? run : undefined;
  });
}

test('the service says its own version, and finds nothing amiss', async () => {
  expect((await get(`${platform}/diagnostics`)).version).toBe(version);
  const { checks } = await get(`${platform}/diagnostics`);
  const failing = checks.filter(({ status }) => status === 'error');
  expect(failing).toEqual([]);
});

test('runs that had ended are there with their tasks, their log and their error', async () => {
  const greeted = await get(`/api/v1/main/runs/${facts.runs['greet']}`);
  expect(greeted).toMatchObject({ status: 'completed', output: { message: 'Hello, you' } });
  const failed = await get(`/api/v1/main/runs/${facts.runs['fail']}`);
  expect(failed).toMatchObject({ status: 'faulted', error: { instance: '/do/1/total' } });
  const { items } = await get(`/api/v1/main/runs/${facts.runs['fail']}/tasks`);
  expect(items.map(({ name }) => name)).toEqual(['read', 'total']);
  expect((await get(`/api/v1/main/runs/${facts.runs['fail']}/logs`)).items.length).toBeGreaterThan(2);
  const retried = await post(`/api/v1/main/runs/${facts.runs['fail']}/retry`);
  expect(retried.retryOf).toBe(facts.runs['fail']);
});

test('runs whose time came meanwhile go on', async () => {
  expect(await ended('nap')).toMatchObject({ status: 'completed' });
  expect(await ended('outer')).toMatchObject({ status: 'completed' });
});

test('a suspended run stays suspended until it is resumed', async () => {
  expect((await get(`/api/v1/main/runs/${facts.runs['later']}`)).status).toBe('suspended');
  await post(`/api/v1/main/runs/${facts.runs['later']}/resume`);
  expect(await ended('later')).toMatchObject({ status: 'completed', output: { slept: true } });
});

test('a person answers by the link that 0.1.0 has sent', async () => {
  const page = await (await fetch(`${service.url}${facts.link}`)).text();
  expect(page).toContain('Refund the order?');
  const [, name = '', value = ''] = /<input type="hidden" name="(\w+)" value="([^"]*)">/.exec(page) ?? [];
  const [, answer = ''] = /<button name="(v\d)" value="on">/.exec(page) ?? [];
  const body = new URLSearchParams({ [name]: value, [answer]: 'on' });
  expect((await fetch(`${service.url}${facts.link}`, { method: 'POST', body })).status).toBe(200);
  expect(await ended('ask')).toMatchObject({ output: { refunded: true, by: 'user:ada' } });
});

test('a user signs in with the old password, and answers', async () => {
  const credentials = { grant_type: 'password', username: given.user, password: given.password };
  const { access_token: token } = await post(`${platform}/auth/token`, credentials);
  const headers = { 'x-api-key': token };
  const { items } = await get(`${platform}/human-tasks`, headers);
  const task = items.find(({ title }) => title === 'Send the parcel?');
  await post(`${platform}/human-tasks/${task?.id}/complete`, { values: { approved: true } }, headers);
  expect(await ended('ask-again')).toMatchObject({ output: { sent: true } });
});

test('a run that listens hears an event', async () => {
  const event = {
    specversion: '1.0',
    id: '1',
    source: '/shop',
    type: 'com.example.paid',
    data: { order: 'o-1' },
  };
  await post(`${platform}/events`, event, { 'content-type': 'application/cloudevents+json' });
  expect(await ended('hear')).toMatchObject({ status: 'completed', output: { heard: [{ order: 'o-1' }] } });
});

test('API keys and share links are accepted, with the rights that they had', async () => {
  const key = { 'x-api-key': facts.key };
  expect(await get(`${platform}/auth/me`, key)).toMatchObject({ id: 'api-key:ci', role: 'operator' });
  const run = await post('/api/v1/main/flows/greet/runs', { name: 'Ada' }, { 'x-api-key': facts.share });
  expect(run.output).toEqual({ message: 'Good day, Ada' });
});

test('a commit is applied, a secret is opened with the master key, and a store has its values', async () => {
  const { port } = shop.address() as AddressInfo;
  const connection = (files['connections/shop.yaml'] ?? '').replace('127.0.0.1:9', `127.0.0.1:${port}`);
  writeFileSync(service.file('connections/shop.yaml'), connection);
  writeFileSync(service.file('flows/visits.yaml'), countVisits);
  await service.git('add', 'flows', 'connections');
  await service.git('commit', '--quiet', '--message', 'Move the shop, and count visits');
  await eventually(async () => (await service.request('/api/v1/main/entities/platform/flow/visits')).ok);
  expect(await post('/api/v1/main/flows/call-shop/runs')).toMatchObject({ status: 'completed' });
  expect(authorizations).toEqual([`Bearer ${given.secret.token}`]);
  const secret = await get(`${platform}/entities/platform/secret/shop%2Fapi`);
  expect(secret).toMatchObject({ keys: ['token'], version: 2 });
  // Two runs have counted, each before and after its pause.
  await Promise.all(['nap', 'outer'].map(ended));
  expect((await post('/api/v1/main/flows/visits/runs')).output).toEqual({ visits: 4 });
});

test('settings that were changed are in force', async () => {
  const { values } = await get(`${platform}/entities/platform/config-section/Limits`);
  expect(values).toMatchObject(given.limits);
});

test('triggers stay paused or active, and a delivery that came before starts nothing', async () => {
  const { items } = await get('/api/v1/main/triggers');
  const states = Object.fromEntries(items.map((each) => [each.name, each.state]));
  expect(states).toEqual({ nightly: 'paused', orders: 'active', yearly: 'active' });
  const before = (await get('/api/v1/main/runs?flow=accept')).items;
  expect(before).toHaveLength(1);
  for (const id of ['delivery-1', 'delivery-2']) {
    const { headers, body } = delivery(id, { id: 'o-1' });
    await post('/api/v1/main/hooks/orders', JSON.parse(body), headers);
  }
  const after = await eventually(async () => {
    const { items: runs } = await get('/api/v1/main/runs?flow=accept');
    return runs.length > 1 ? runs : undefined;
  });
  expect(after).toHaveLength(2);
});

test('a file of a run has its content', async () => {
  const answer = await service.request(`/api/v1/main/runs/${facts.runs['report']}/files/${facts.file}`);
  expect(await answer.text()).toBe('day,total\n2026-11-28,80\n');
});

test('history, proposals and backups are there, and the audit log is whole', async () => {
  const { items: versions } = await get('/api/v1/main/versions/flow/greet/history');
  expect(versions.map(({ message }) => message.split('\n')[0])).toEqual(['Greet politely', 'A shop']);
  expect(await get(`${platform}/proposals/${facts.proposal}`)).toMatchObject({ state: 'open' });
  const dry = await post(`${platform}/backups/${facts.backup}/restore`, { dryRun: true });
  expect(dry.code).toBeUndefined();
  expect(await get(`${platform}/audit/verification`)).toMatchObject({ ok: true });
  await post(`${platform}/proposals/${facts.proposal}/merge`);
  expect(await get(`${platform}/proposals/${facts.proposal}`)).toMatchObject({ state: 'merged' });
});

test('after a restart nothing is lost', async () => {
  await service.stop();
  await service.start();
  expect(await ended('nap')).toMatchObject({ status: 'completed' });
  expect(await get(`${platform}/audit/verification`)).toMatchObject({ ok: true });
});

test('a backup that 0.1.0 has made is restored', async () => {
  const key = { 'x-api-key': facts.key };
  const deleted = await service.request(`${platform}/api-keys/ci`, { method: 'DELETE', body: '{}' });
  expect(deleted.ok).toBe(true);
  expect((await service.request(`${platform}/auth/me`, { headers: key })).status).toBe(401);
  const { restore } = await post(`${platform}/backups/${facts.backup}/restore`);
  expect(restore).toMatchObject({ status: 'completed' });
  expect(await get(`${platform}/auth/me`, key)).toMatchObject({ id: 'api-key:ci', role: 'operator' });
});
