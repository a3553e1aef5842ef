import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../schemas/json/types.js';
import { RealService } from '../identity/real-service.js';

const platform = '/api/v1/platform';
const folio = (title: string) => `kind: folio\nname: refunds\ntitle: ${title}\nbody: Within 30 days.\n`;

let service: RealService;
let url = '';
let run = '';
let key = '';

beforeAll(async () => {
  service = await RealService.start({
    'folios/refunds.yaml': folio('Refunds'),
    'environments/staging.yaml': 'kind: environment\nname: staging\n',
    'connections/crm.yaml':
      'kind: connection\nname: crm\nconnector: http\nconfig: { baseUrl: "http://127.0.0.1:1" }\n',
  });
  url = await service.app.listen({ port: 0, host: '127.0.0.1' });
  run = (await service.call('POST', '/api/v1/live/flows/hello/runs', { name: 'a' })).json().id;
  const unused = { name: 'unused', role: 'viewer' };
  key = (await service.call('POST', `${platform}/entities/platform/api-key`, unused)).json().id;
  await service.call('POST', `${platform}/entities/platform/secret`, { path: 'crm', value: { key: 'v' } });
});
afterAll(() => service.remove());

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(url + path, { method, headers: { 'x-api-key': service.adminKey, ...headers } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe('a read with the tag of the current answer gets 304 without a body', () => {
  test.each([
    '/api/v1/live/entities/platform/folio/refunds',
    '/api/v1/live/entities/platform/folio/refunds?explain=true',
    '/api/v1/live/entities/platform/folio',
    '/api/v1/live/entities/platform',
    '/api/v1/live/flows/hello',
    '/api/v1/live/flows',
    '/api/v1/live/environments/staging',
    '/api/v1/live/connections/crm',
    '/api/v1/live/runs/RUN',
    '/api/v1/live/runs/RUN/tasks',
    '/api/v1/live/runs',
    `${platform}/entities/platform/user/admin`,
    `${platform}/entities/platform/api-key/KEY`,
    `${platform}/entities/platform/secret/crm`,
    `${platform}/entities/platform/config-section/Limits`,
    `${platform}/branches`,
    `${platform}/errors`,
  ])('%s', async (path) => {
    const at = path.replace('RUN', run).replace('KEY', key);
    const first = await get(at);
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, etag.length > 20]).toEqual([200, true]);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const again = await get(at, { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.headers.get('content-length')).toBe(null);
    expect((await get(at, { 'if-none-match': '"other"' })).status).toBe(200);
    const head = await get(at, {}, 'HEAD');
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(first.text)));
  });
});

test('a write under a condition follows RFC 9110: weak tags never match, and `*` excludes what is there', async () => {
  const at = '/api/v1/live/entities/platform/folio/refunds';
  const etag = (await get(at)).headers.get('etag') ?? '';
  const write = async (condition: Record<string, string>, url = at) => {
    const answer = await service.call('PATCH', `${url}?dryRun=true`, { title: 'New' }, condition);
    return [answer.statusCode, answer.json().code];
  };
  expect(await write({ 'if-match': etag })).toEqual([200, undefined]);
  expect(await write({ 'if-match': `W/${etag}` })).toEqual([412, 'version_conflict']);
  expect(await write({ 'if-match': `W/${etag}, ${etag}` })).toEqual([200, undefined]);
  expect(await write({ 'if-none-match': '*' })).toEqual([412, 'version_conflict']);
  expect(await write({ 'if-none-match': etag })).toEqual([412, 'version_conflict']);
  expect(await write({ 'if-none-match': '"other"' })).toEqual([200, undefined]);
  expect(await write({ 'if-none-match': '*' }, `${at}-none`)).toEqual([404, 'entity_not_found']);
});

test('JSON and the file of an entity have different tags, and a write accepts either', async () => {
  const at = '/api/v1/live/entities/platform/folio/refunds';
  const json = await get(at);
  const file = await get(at, { accept: 'application/yaml' });
  const [ofJson, ofFile] = [json, file].map(({ headers }) => headers.get('etag') ?? '') as [string, string];
  expect(ofJson).not.toBe(ofFile);
  expect(json.headers.get('vary')).toBe('accept');
  expect((await get(at, { 'if-none-match': ofFile })).status).toBe(200);
  const known = await get(at, { accept: 'application/yaml', 'if-none-match': ofFile });
  expect([known.status, known.text]).toEqual([304, '']);
  for (const etag of [ofJson, ofFile]) {
    const write = await service.call('PATCH', `${at}?dryRun=true`, { title: 'New' }, { 'if-match': etag });
    expect(write.statusCode, write.body).toBe(200);
  }
  const late = await service.call('PATCH', at, { title: 'New' }, { 'if-match': '"other"' });
  expect(late.json().code).toBe('version_conflict');
});

test('a client that polls with the tag of the valid version sees a broken newer version', async () => {
  const at = '/api/v1/live/entities/platform/folio/refunds';
  const good = await get(at);
  const etag = good.headers.get('etag') ?? '';
  writeFileSync(join(service.folder, 'folios/refunds.yaml'), folio('[unclosed'));
  await service.controller.reconciler.request('live');
  const polled = await get(at, { 'if-none-match': etag });
  expect(polled.status).toBe(200);
  const { status, definition } = JSON.parse(polled.text) as Record<
    string,
    { conditions: Json[] } & { title: string }
  >;
  expect(definition?.title).toBe('Refunds');
  expect(status?.conditions[0]).toMatchObject({ type: 'Ready', status: 'False' });
  writeFileSync(join(service.folder, 'folios/refunds.yaml'), folio('Refunds'));
  await service.controller.reconciler.request('live');
  expect(
    JSON.parse((await get(at, { 'if-none-match': polled.headers.get('etag') ?? '' })).text),
  ).toMatchObject({
    status: { conditions: [{ type: 'Ready', status: 'True' }, { type: 'Runnable' }] },
  });
});
