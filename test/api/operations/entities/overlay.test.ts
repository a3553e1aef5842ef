import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../../../api/server.js';
import { loadSettings } from '../../../../controller/settings/index.js';
import { startController } from '../../../../controller/start/controller.js';
import { WorkTree } from '../../../controller/git/git-fixture.js';

const connection = (baseUrl: string, more = '') =>
  `kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: '${baseUrl}' }\n${more}`;
const flow = `document: { dsl: '1.0.3', namespace: test, name: ask, version: '1.0.0' }
do:
  - ask: { call: shop.get, with: { path: /a } }
`;
const environment = `kind: environment\nname: test\nconnections: { shop: { config: { baseUrl: 'http://test' } } }\n`;

test('an edit of the work tree is on `local` at once, and on the branch after the commit', async () => {
  const { work, get } = await serve({ 'shop.yaml': connection('http://one') });
  const urls = async () => {
    const read = async (branch: string) =>
      (await get(`${branch}/connections/shop`)).definition.config.baseUrl;
    return [await read('local'), await read('main')];
  };
  expect(await urls()).toEqual(['http://one', 'http://one']);
  work.write({ 'shop.yaml': connection('http://two') });
  expect(await urls()).toEqual(['http://two', 'http://one']);
  work.commit();
  expect(await urls()).toEqual(['http://two', 'http://two']);
});

test('`explain` names the file of an entity and of its fields, and the file that it hides', async () => {
  const { work, get } = await serve({ 'in/shop.yaml': connection('http://one'), 'test.yaml': environment });
  work.write({ 'shop.yaml': connection('http://two', 'title: Shop\n'), 'flows/ask.yaml': flow });
  const { origin } = await get('local/connections/shop?explain=true');
  const hidden = { branch: 'main', path: 'in/shop.yaml', blob: work.head('HEAD:in/shop.yaml') };
  expect(origin).toMatchObject({ branch: 'local', path: 'shop.yaml', newest: true, hides: [hidden] });
  expect(origin.fields.map(({ pointer, change }: Record<string, string>) => [pointer, change])).toEqual([
    ['/kind', null],
    ['/name', null],
    ['/connector', null],
    ['/config', 'changed'],
    ['/title', 'added'],
  ]);
  expect(origin.overriddenBy).toEqual([
    { environment: 'test', branch: 'main', path: 'test.yaml', pointers: ['/config'] },
  ]);
  const asked = await get('local/entities/platform/flow/ask?explain=true');
  expect(asked.origin.references).toMatchObject([
    { type: 'connection', name: 'shop', file: { branch: 'local', path: 'shop.yaml' }, hides: [hidden] },
  ]);
});

test('`explain` names the hidden file of the same path, and on other branches the file alone', async () => {
  const { work, get } = await serve({ 'shop.yaml': connection('http://one') });
  const blob = work.head('HEAD:shop.yaml');
  work.write({ 'shop.yaml': connection('http://two') });
  const { origin } = await get('local/connections/shop?explain=true');
  expect(origin.hides).toEqual([{ branch: 'main', path: 'shop.yaml', blob }]);
  const main = await get('main/connections/shop?explain=true');
  expect(main.origin).toMatchObject({
    branch: 'main',
    path: 'shop.yaml',
    blob,
    revision: work.head(),
    hides: [],
  });
  expect((await get('main/connections/shop')).origin).toBeUndefined();
});

test('a file deleted in the work tree is gone from `local`, and its flow cannot be run there', async () => {
  const { work, get, origin, key } = await serve({
    'shop.yaml': connection('http://one'),
    'flows/ask.yaml': flow,
  });
  await get('local/flows/ask/context');
  rmSync(join(work.dir, 'flows/ask.yaml'));
  const answers = ['local', 'main'].map(async (branch) => {
    const url = `${origin}/api/v1/${branch}/entities/platform/flow/ask`;
    return (await fetch(url, { headers: { 'x-api-key': key } })).status;
  });
  expect(await Promise.all(answers)).toEqual([404, 200]);
});

async function serve(files: Record<string, string>) {
  const work = WorkTree.create();
  work.commit(files);
  work.write({ '.git/info/exclude': '.svc\n' });
  const log = pino({ level: 'silent' });
  const controller = await startController({ settings: loadSettings({ dir: work.dir, env: {} }), log });
  const app: FastifyInstance = buildApp({ controller, log });
  onTestFinished(async () => {
    await app.close();
    await controller.stop();
  });
  const key = controller.firstAdmin?.apiKey ?? '';
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const get = async (path: string) => {
    const answer = await fetch(`${origin}/api/v1/${path}`, { headers: { 'x-api-key': key } });
    const body = await answer.text();
    expect(answer.status, body).toBe(200);
    return JSON.parse(body);
  };
  return { work, origin, key, get };
}
