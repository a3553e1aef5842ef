import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connector } from '../../../../controller/connectors/index.js';
import { slackConnector } from '../../../../controller/connectors/slack/connector.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { type Handler, json, TestServer } from '../server.js';
import { callAction, keepsTheWebContract } from './suite.js';

const connector = slackConnector as unknown as Connector;
const token = 'xoxb-right-token';
const channels = Array.from({ length: 250 }, (_, n) => ({
  id: `C${n}`,
  name: `room-${n}`,
  topic: { value: 't' },
}));
let posted: JsonObject[] = [];

/** Answers as the Web API of Slack: 200 with `ok: false` for refusals. */
const handler: Handler = (request, response, body) => {
  const url = new URL(request.url ?? '', 'http://slack');
  if (url.pathname.startsWith('/services/')) {
    if (url.pathname !== '/services/T1/B1/secretpart')
      return void response.writeHead(403).end(`invalid_token for ${url.pathname}`);
    posted.push(JSON.parse(body));
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('ok');
  }
  if (request.headers.authorization !== `Bearer ${token}`)
    return json(response, { ok: false, error: 'invalid_auth' });
  const given = body === '' ? {} : JSON.parse(body);
  switch (url.pathname) {
    case '/api/auth.test':
      return json(response, { ok: true, user: 'svc', team: 'Shop' });
    case '/api/chat.postMessage':
      if (given.channel === 'C404') return json(response, { ok: false, error: 'channel_not_found' });
      if (given.channel === 'CSLOW') {
        response.setHeader('retry-after', '30');
        return json(response, { ok: false, error: 'ratelimited' }, 429);
      }
      if (given.channel === 'CSCOPE')
        return json(response, {
          ok: false,
          error: 'missing_scope',
          needed: 'chat:write',
          provided: 'users:read',
        });
      posted.push(given);
      return json(response, { ok: true, channel: given.channel, ts: '1503435956.000247', message: {} });
    case '/api/reactions.add':
      return json(response, given.name === 'again' ? { ok: false, error: 'already_reacted' } : { ok: true });
    case '/api/conversations.list': {
      const start = Number(url.searchParams.get('cursor') ?? 0);
      const end = start + Number(url.searchParams.get('limit'));
      const next_cursor = end < channels.length ? String(end) : '';
      return json(response, {
        ok: true,
        channels: channels.slice(start, end),
        response_metadata: { next_cursor },
      });
    }
    case '/api/users.lookupByEmail':
      if (url.searchParams.get('email') !== 'ada@example.com')
        return json(response, { ok: false, error: 'users_not_found' });
      return json(response, {
        ok: true,
        user: { id: 'U1', name: 'ada', profile: { email: 'ada@example.com' } },
      });
  }
  json(response, { ok: false, error: 'unknown_method' });
};

keepsTheWebContract({
  connector,
  handler,
  config: (url) => ({ token, baseUrl: `${url}/api` }),
  wrong: { config: (url) => ({ token: 'xoxb-wrong', baseUrl: `${url}/api` }), secret: 'xoxb-wrong' },
  badConfigs: [
    [{}, ''],
    [{ token: 'xoxb-plain' }, '/token'],
    [{ webhook: 'https://hooks.slack.com/services/x' }, '/webhook'],
    [{ token: { secret: 'a', key: 'b' }, bot: 1 }, '/bot'],
  ],
  reads: { action: 'listConversations', input: { limit: 1 } },
});

describe('messages of Slack', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(handler);
  });
  afterAll(() => server.stop());
  const call = (
    action: string,
    input: JsonObject,
    config: JsonObject = { token, baseUrl: `${server.url}/api` },
  ) => {
    posted = [];
    return callAction(connector, config, { action, input });
  };

  test('a message in a thread is posted and can be found by its timestamp', async () => {
    const answer = await call('postMessage', {
      channel: 'C1',
      text: 'Paid',
      threadTs: '1.2',
      broadcast: true,
    });
    expect(answer).toEqual({ channel: 'C1', ts: '1503435956.000247' });
    expect(posted).toEqual([{ channel: 'C1', text: 'Paid', thread_ts: '1.2', reply_broadcast: true }]);
  });

  test('a webhook posts without a token, and its address stays secret', async () => {
    expect(
      await call('postMessage', { text: 'Paid' }, { webhook: `${server.url}/services/T1/B1/secretpart` }),
    ).toEqual({
      channel: null,
      ts: null,
    });
    expect(posted).toEqual([{ text: 'Paid' }]);
    const wrong = call(
      'postMessage',
      { text: 'Paid' },
      { webhook: `${server.url}/services/T1/B1/otherpart` },
    );
    const failure = await wrong.catch((error) => error);
    expect(failure).toMatchObject({ kind: 'authorization', status: 403 });
    expect(failure.message).not.toContain('otherpart');
  });

  test.each([
    ['C404', { kind: 'communication', status: 404, message: expect.stringContaining('channel_not_found') }],
    ['CSCOPE', { kind: 'authorization', status: 403, message: expect.stringContaining('`chat:write`') }],
    ['CSLOW', { kind: 'communication', status: 429, retryAfter: 30 }],
  ])('a refusal for %s has the kind of its reason', async (channel, error) => {
    await expect(call('postMessage', { channel, text: 'Paid' })).rejects.toMatchObject(error);
  });

  test('a bot that names no channel is refused before anything is sent', async () => {
    await expect(call('postMessage', { text: 'Paid' })).rejects.toMatchObject({ kind: 'validation' });
    expect(posted).toEqual([]);
  });

  test('a reaction that is there already is no error', async () => {
    const about = { channel: 'C1', ts: '1.2' };
    expect(await call('addReaction', { ...about, name: 'eyes' })).toEqual({ changed: true });
    expect(await call('addReaction', { ...about, name: 'again' })).toEqual({ changed: false });
  });

  test('conversations are read page after page', async () => {
    const found = (await call('listConversations', { limit: 240 })) as JsonObject[];
    expect(found).toHaveLength(240);
    expect(found.at(-1)).toMatchObject({ id: 'C239', name: 'room-239', topic: 't' });
  });

  test('a user is found by the address, or is null', async () => {
    expect(await call('findUserByEmail', { email: 'ada@example.com' })).toMatchObject({
      id: 'U1',
      email: 'ada@example.com',
    });
    expect(await call('findUserByEmail', { email: 'bob@example.com' })).toBeNull();
  });
});
