import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discordConnector } from '../../../../controller/connectors/discord/connector.js';
import type { Connector } from '../../../../controller/connectors/index.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { type Handler, json, TestServer } from '../server.js';
import { callAction, keepsTheWebContract } from './suite.js';

const connector = discordConnector as unknown as Connector;
const messages = Array.from({ length: 250 }, (_, n) => ({
  id: String(1_000 - n),
  channel_id: '5',
  content: `m${n}`,
}));
const sent = new Map<string, JsonObject>();

/** Answers as the API of Discord, version 10. */
const handler: Handler = (request, response, body) => {
  const url = new URL(request.url ?? '', 'http://discord');
  const given = body === '' ? {} : JSON.parse(body);
  if (url.pathname === '/api/webhooks/7/secretpart') {
    if (request.method === 'GET') return json(response, { name: 'shop', id: '7' });
    return json(response, {
      id: '70',
      channel_id: '5',
      content: given.content,
      author: { username: given.username },
    });
  }
  if (url.pathname === '/api/webhooks/7/secretpart/messages/70' && request.method === 'PATCH')
    return json(response, { id: '70', channel_id: '5', content: given.content });
  if (request.headers.authorization !== 'Bot right')
    return json(response, { message: '401: Unauthorized', code: 0 }, 401);
  if (url.pathname === '/api/users/@me') return json(response, { id: '1', username: 'svc' });
  if (url.pathname === '/api/channels/9/messages') {
    response.setHeader('retry-after', '1');
    return json(response, { message: 'You are being rate limited.', retry_after: 1.337, global: false }, 429);
  }
  if (url.pathname !== '/api/channels/5/messages')
    return json(response, { message: 'Unknown Channel', code: 10_003 }, 404);
  if (request.method === 'POST') {
    // With `enforce_nonce`, the message that has the nonce is returned again.
    if (!sent.has(given.nonce))
      sent.set(given.nonce, { id: String(2_000 + sent.size), channel_id: '5', ...given });
    return json(response, sent.get(given.nonce));
  }
  const before = Number(url.searchParams.get('before') ?? Number.POSITIVE_INFINITY);
  const found = messages.filter(({ id }) => Number(id) < before);
  json(response, found.slice(0, Number(url.searchParams.get('limit'))));
};

keepsTheWebContract({
  connector,
  handler,
  config: (url) => ({ token: 'right', baseUrl: `${url}/api` }),
  wrong: { config: (url) => ({ token: 'wrong-token', baseUrl: `${url}/api` }), secret: 'wrong-token' },
  badConfigs: [
    [{}, ''],
    [{ token: 'plain' }, '/token'],
    [{ token: { secret: 'a', key: 'b' }, baseUrl: 'discord.com' }, '/baseUrl'],
  ],
  reads: { action: 'listMessages', input: { channelId: '5', limit: 1 } },
});

describe('messages of Discord', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(handler);
  });
  afterAll(() => server.stop());
  const call = (action: string, input: JsonObject, idempotencyKey = 'k') =>
    callAction(
      connector,
      { token: 'right', baseUrl: `${server.url}/api` },
      { action, input, idempotencyKey },
    );

  test('a repeated attempt sends no second message', async () => {
    const first = await call('sendMessage', { channelId: '5', content: 'Paid' }, 'run-1');
    expect(await call('sendMessage', { channelId: '5', content: 'Paid' }, 'run-1')).toEqual(first);
    expect(await call('sendMessage', { channelId: '5', content: 'Paid' }, 'run-2')).not.toEqual(first);
  });

  test('a webhook sends and edits its messages', async () => {
    const webhook = `${server.url}/api/webhooks/7/secretpart?thread_id=3`;
    const input = { content: 'Paid', username: 'shop' };
    expect(await callAction(connector, { webhook }, { action: 'sendMessage', input })).toMatchObject({
      id: '70',
      author: 'shop',
    });
    const edit = { messageId: '70', content: 'Sent' };
    expect(await callAction(connector, { webhook }, { action: 'editMessage', input: edit })).toMatchObject({
      content: 'Sent',
    });
  });

  test('messages are read page after page', async () => {
    const found = (await call('listMessages', { channelId: '5', limit: 230 })) as JsonObject[];
    expect(found.map(({ id }) => id)).toEqual(messages.slice(0, 230).map(({ id }) => id));
  });

  test('the limit of requests says when to try again', async () => {
    await expect(call('sendMessage', { channelId: '9', content: 'Paid' })).rejects.toMatchObject({
      kind: 'communication',
      status: 429,
      retryAfter: 2,
    });
  });

  test('a channel that is not there is an error with its reason', async () => {
    await expect(call('listMessages', { channelId: '6' })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('Unknown Channel'),
    });
  });
});
