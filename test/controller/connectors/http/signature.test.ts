import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signRequest } from '../../../../controller/connectors/http/credentials/signature.js';
import type { SignatureConfig } from '../../../../controller/connectors/http/credentials/signature-schema.js';
import { validateConfig } from '../../../../controller/connectors/index.js';
import { json, TestServer } from '../server.js';
import { http, shown, useCalls } from './use.js';

const call = useCalls();

interface Received {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

let server: TestServer;
let other: TestServer;
let received: Received[] = [];

beforeAll(async () => {
  other = await TestServer.start((request, response) => json(response, request.headers));
  server = await TestServer.start((request, response, body) => {
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers: headers as Record<string, string>, body });
    if (url === '/api/moved') return response.writeHead(308, { location: '/api/there?x=1' }).end();
    if (url === '/api/away') return response.writeHead(308, { location: other.url }).end();
    json(response, {});
  });
});
afterAll(async () => {
  await Promise.all([server.stop(), other.stop()]);
});
beforeEach(() => {
  received = [];
});

const send = (signature: SignatureConfig, more = {}, action = 'post') =>
  call(
    { baseUrl: `${server.url}/api`, signature: { ...signature } },
    { action, input: { path: '/orders', query: { a: 'b c' }, body: { n: 1 }, ...more } },
  );

describe('requests are signed as servers check them', () => {
  test('Slack: version, time and body', async () => {
    const secret = '8f742231b10e8888abcd99yyyzzz85a5';
    await send({
      secret,
      header: 'X-Slack-Signature',
      prefix: 'v0=',
      signs: 'v0:{timestamp}:{body}',
      timestampHeader: 'X-Slack-Request-Timestamp',
    });
    const [{ headers, body } = {} as Received] = received;
    const time = headers['x-slack-request-timestamp'] ?? '';
    expect(Math.abs(Number(time) - Date.now() / 1_000)).toBeLessThan(60);
    const expected = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex');
    expect(headers['x-slack-signature']).toBe(`v0=${expected}`);
  });

  test('Slack: the example of its documentation', () => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
    const headers = new Headers();
    const request = { method: 'POST', url: new URL('https://a.test/'), headers, body };
    const config = { secret: '8f742231b10e8888abcd99yyyzzz85a5', header: 'X-Slack-Signature', prefix: 'v0=' };
    signRequest({ ...config, signs: 'v0:{timestamp}:{body}' }, request, 1_531_420_618_000);
    expect(headers.get('x-slack-signature')).toBe(
      'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    );
  });

  test('Coinbase Exchange: time, method, path with query and body; the key is base64', async () => {
    const key = Buffer.from('the key of the exchange');
    await send({
      secret: key.toString('base64'),
      secretEncoding: 'base64',
      header: 'CB-ACCESS-SIGN',
      timestampHeader: 'CB-ACCESS-TIMESTAMP',
      encoding: 'base64',
      signs: '{timestamp}{method}{target}{body}',
    });
    const [{ headers } = {} as Received] = received;
    const text = `${headers['cb-access-timestamp']}POST/api/orders?a=b+c{"n":1}`;
    expect(headers['cb-access-sign']).toBe(createHmac('sha256', key).update(text).digest('base64'));
  });

  test('Bybit: a header beside the query, in milliseconds', async () => {
    const signature: SignatureConfig = {
      secret: 's',
      header: 'X-BAPI-SIGN',
      timestampHeader: 'X-BAPI-TIMESTAMP',
      timestampFormat: 'milliseconds',
      signs: '{timestamp}{header:X-BAPI-API-KEY}5000{query}',
    };
    await send(signature, { headers: { 'X-BAPI-API-KEY': 'k' }, body: undefined }, 'get');
    const [{ headers } = {} as Received] = received;
    const time = headers['x-bapi-timestamp'];
    expect(time).toMatch(/^\d{13}$/);
    const expected = createHmac('sha256', 's').update(`${time}k5000a=b+c`).digest('hex');
    expect(headers['x-bapi-sign']).toBe(expected);
  });

  test('Azure: the hash of the body in a header, lines, and a date of HTTP', async () => {
    const key = Buffer.from('azure');
    await send({
      secret: key.toString('base64'),
      secretEncoding: 'base64',
      encoding: 'base64',
      header: 'Authorization',
      timestampHeader: 'x-ms-date',
      timestampFormat: 'http',
      prefix: 'HMAC-SHA256 Credential=id&SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=',
      bodyHashHeader: 'x-ms-content-sha256',
      signs: '{method}\n{target}\n{timestamp};{host};{bodyHash}',
    });
    const [{ headers, url, body } = {} as Received] = received;
    const hash = createHash('sha256').update(body).digest('base64');
    expect(headers['x-ms-content-sha256']).toBe(hash);
    const text = `POST\n${url}\n${headers['x-ms-date']};${headers['host']};${hash}`;
    const expected = createHmac('sha256', key).update(text).digest('base64');
    expect(headers['authorization']).toMatch(/&Signature=/);
    expect(headers['authorization']?.split('Signature=')[1]).toBe(expected);
  });

  test('by default as the webhooks of triggers: the body, or the time, a dot and the body', async () => {
    await send({ secret: 's', header: 'X-Hub-Signature-256', prefix: 'sha256=', algorithm: 'sha256' });
    await send({ secret: 's', header: 'X-Signature', timestampHeader: 'X-Time', algorithm: 'sha512' });
    const [first, second] = received;
    const hmac = (text: string, by: string) => createHmac(by, 's').update(text).digest('hex');
    expect(first?.headers['x-hub-signature-256']).toBe(`sha256=${hmac('{"n":1}', 'sha256')}`);
    const time = second?.headers['x-time'];
    expect(second?.headers['x-signature']).toBe(hmac(`${time}.{"n":1}`, 'sha512'));
  });
});

describe('a signature', () => {
  const simple: SignatureConfig = { secret: 'geheim', header: 'X-Signature', signs: '{method} {target}' };
  const hmac = (text: string) => createHmac('sha256', 'geheim').update(text).digest('hex');

  test('is made again for the address of a redirect', async () => {
    await send(simple, { path: '/moved', query: {} });
    const signatures = received.map(({ headers }) => headers['x-signature']);
    expect(signatures).toEqual([hmac('POST /api/moved'), hmac('POST /api/there?x=1')]);
  });

  test('goes to no other origin', async () => {
    const failure = await send(simple, { path: '/away', query: {} }).catch((error) => error);
    expect(failure).toMatchObject({ code: 'redirect_refused' });
  });

  test('cannot be replaced by the flow', async () => {
    await send(simple, { headers: { 'x-signature': 'mine' } });
    expect(received[0]?.headers['x-signature']).toBe(hmac('POST /api/orders?a=b+c'));
  });

  test('goes beside other credentials', async () => {
    const auth = { type: 'apiKey', in: 'query', name: 'key', value: 'k' };
    await call({ baseUrl: server.url, auth, signature: { ...simple } }, { input: { path: '/x' } });
    expect(received[0]?.headers['x-signature']).toBe(hmac('GET /x?key=k'));
  });

  test('over a header that the request lacks is an error without the key', async () => {
    const failure = await send({ ...simple, signs: '{header:X-None}' }).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'configuration', message: expect.stringContaining('X-None') });
    expect(shown(failure)).not.toContain('geheim');
    expect(received).toEqual([]);
  });

  test.each([
    [{ signs: '{timestamp}{user}' }, '/signature/signs'],
    [{ signs: '{' }, '/signature/signs'],
    [{ header: 'X Signature' }, '/signature/header'],
    [{ algorithm: 'sha1' }, '/signature/algorithm'],
    [{ secret: 'geheim' }, '/signature/secret'],
  ])('with %j is a fault of the connection', (more, pointer) => {
    const signature = { secret: { secret: 'a/b', key: 'c' }, header: 'X-Signature', ...more };
    const faults = validateConfig(http, { baseUrl: 'https://a.test', signature });
    expect(faults.map((each) => each.pointer)).toEqual([pointer]);
    expect(JSON.stringify(faults)).not.toContain('geheim');
  });
});
