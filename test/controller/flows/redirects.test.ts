import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHttpClient } from '../../../controller/connectors/index.js';
import { FlowError } from '../../../controller/flows/index.js';
import type { Json } from '../../../schemas/json/types.js';
import { json, TestServer } from '../connectors/server.js';
import { MemoryHost } from './memory-host.js';
import { plan } from './support.js';

const client = createHttpClient({ allowPrivateNetworks: true });
/** Requests that reached the other origin. */
let strayed: { url: string | undefined; method: string | undefined; body: string; key: unknown }[] = [];
let here: TestServer;
let other: TestServer;

beforeAll(async () => {
  other = await TestServer.start(({ url, method, headers }, response, body) => {
    strayed.push({ url, method, body, key: headers['x-api-key'] });
    json(response, 'other');
  });
  here = await TestServer.start(({ url = '', headers }, response) => {
    const [, status, target] = /^\/(30\d)\/(\w+)/.exec(url) ?? [];
    if (status === undefined) return json(response, { url, key: headers['x-api-key'] ?? null });
    const location = { other: `${other.url}/landed`, here: '/landed', round: url }[target ?? ''];
    response.writeHead(Number(status), { location }).end();
  });
});
beforeEach(() => {
  strayed = [];
});
afterAll(() => Promise.all([client.close(), here.stop(), other.stop()]));

function send(path: string, more: string, secrets?: Record<string, Json>): Promise<Json> {
  const yaml = `
${secrets ? 'use: { secrets: [ api ] }' : ''}
do:
  - send: { call: http, with: { endpoint: '${here.url}${path}', ${more} } }`;
  return plan(yaml).execute({}, new MemoryHost({ fetch: client.fetch, ...(secrets ? { secrets } : {}) }));
}

const post = "method: post, body: { a: 1 }, redirect: true, headers: { 'X-Trace': one }";

describe('a redirect to another origin', () => {
  test.each([
    ['301', 'GET', ''],
    ['302', 'GET', ''],
    ['303', 'GET', ''],
    ['307', 'POST', '{"a":1}'],
    ['308', 'POST', '{"a":1}'],
  ])('with %s is followed as %s where nothing secret is sent', async (status, method, body) => {
    expect(await send(`/${status}/other`, post)).toBe('other');
    expect(strayed).toEqual([{ url: '/landed', method, body, key: undefined }]);
  });

  test.each([
    ['an API key in a header', "headers: { X-API-Key: 'canary' }", undefined],
    ['a token in a header of any name', "headers: { Private-Token: 'canary' }", undefined],
    ['a cookie', "headers: { Cookie: 'a=canary' }", undefined],
    ['a run that uses secrets', 'query: { a: b }', { api: { key: 'canary' } }],
  ])('is refused for %s', async (_what, fields, secrets) => {
    const error = await send('/307/other', `method: post, redirect: true, ${fields}`, secrets).catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(FlowError);
    expect((error as FlowError).body).toMatchObject({
      type: expect.stringMatching(/\/communication$/),
      status: 502,
      code: 'redirect_refused',
      instance: '/do/0/send',
      detail: expect.stringContaining(other.url),
    });
    expect(strayed).toEqual([]);
  });

  test('is refused for credentials of the task, and those of the first origin stay there', async () => {
    const authentication = 'authentication: { basic: { username: u, password: p } }';
    const yaml = `
do:
  - send: { call: http, with: { method: get, redirect: true, endpoint: { uri: '${here.url}/302/other', ${authentication} } } }`;
    const sent = plan(yaml).execute({}, new MemoryHost({ fetch: client.fetch }));
    await expect(sent).rejects.toMatchObject({ body: { code: 'redirect_refused' } });
    expect(strayed).toEqual([]);
  });

  test('is not followed without `redirect: true`', async () => {
    await expect(send('/302/other', 'method: get')).rejects.toMatchObject({ body: { status: 302 } });
    expect(strayed).toEqual([]);
  });
});

test('a redirect within the origin keeps the credentials', async () => {
  expect(await send('/307/here', "method: get, redirect: true, headers: { X-API-Key: 'k' }")).toEqual({
    url: '/landed',
    key: 'k',
  });
});

test('redirects without end are refused', async () => {
  await expect(send('/302/round', 'method: get, redirect: true')).rejects.toMatchObject({
    body: { code: 'redirect_refused' },
  });
});
