import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { toLines } from '../../../../controller/connectors/http/stream/lines.js';
import { getEvents } from '../../../../controller/connectors/http/stream/server-events.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { eventually } from '../../../eventually.js';
import { deliversMessages } from '../contract/source-suite.js';
import { openNetwork } from '../networks.js';
import { http } from './use.js';

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function* cut(text: string, at: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  const places = [0, ...at.map((each) => each % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (let index = 1; index < places.length; index++) yield bytes.subarray(places[index - 1], places[index]);
}

test('lines are the same wherever the stream is cut', async () => {
  const ends = fc.constantFrom('\n', '\r\n', '\r');
  const line = fc.string({ unit: fc.constantFrom('a', ' ', 'ü', ':', '😀'), maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1 }), ends, fc.array(fc.nat(60)), async (lines, end, at) => {
      const text = lines.map((each) => each + end).join('');
      expect(await all(toLines(cut(text, at)))).toEqual(lines);
    }),
  );
});

test('a line that never ends is refused', async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) yield Buffer.alloc(1024 * 1024, 'a');
  }
  await expect(all(toLines(endless()))).rejects.toMatchObject({ title: 'Response too large' });
});

test('events have their type, the lines of their data and the last id', async () => {
  const text = [
    ': welcome',
    'id: 7',
    'event: order',
    'data: {"a":1,',
    'data:"b":2}',
    '',
    'data: plain',
    '',
    'event: empty',
    '',
    'retry: 250',
    'data',
    '',
    'data: unfinished',
  ].join('\n');
  const state = { lastId: '', retryMs: undefined as number | undefined };
  expect(await all(getEvents(toLines(cut(text, [])), state))).toEqual([
    { type: 'order', data: '{"a":1,\n"b":2}', id: '7' },
    { type: 'message', data: 'plain', id: '7' },
    { type: 'message', data: '', id: '7' },
  ]);
  expect(state).toEqual({ lastId: '7', retryMs: 250 });
});

describe('with a server', async () => {
  const followers = new Map<string, Set<ServerResponse>>();
  const asked: { path: string; lastId: string | undefined; authorization: string | undefined }[] = [];
  let pagesOpen = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const { authorization, 'last-event-id': lastId } = request.headers;
    asked.push({ path, lastId: lastId === undefined ? undefined : String(lastId), authorization });
    if (path === '/page') {
      response.on('close', () => {
        pagesOpen -= 1;
      });
      pagesOpen += 1;
      return response.writeHead(200, { 'content-type': 'text/html' }).write('<p>');
    }
    if (path === '/closed') return response.writeHead(403).end('not for tok-secret');
    const type = path.startsWith('/lines') ? 'application/x-ndjson' : 'text/event-stream';
    response.writeHead(200, { 'content-type': type });
    response.flushHeaders();
    if (path === '/short') {
      const number = asked.filter((each) => each.path === path).length;
      return response.end(`retry: 10\nid: ${number}\ndata: ${number}\n\n`);
    }
    const ofPath = followers.get(path) ?? new Set();
    followers.set(path, ofPath.add(response));
    return response.on('close', () => ofPath.delete(response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const config = (host: string, at: number): JsonObject => ({ baseUrl: `http://${host}:${at}` });

  deliversMessages({
    connector: http,
    port,
    config,
    prepare: async () => ({ path: `/lines/${asked.length}` }),
    async send({ path }, bodies) {
      for (const each of followers.get(String(path)) ?? [])
        for (const body of bodies) each.write(`${body}\n`);
    },
    keeps: false,
    hasIds: false,
    shortTexts: 300_000,
  });

  const follow = (given: JsonObject, subscription: JsonObject, take: (text: string) => void) => {
    const stopping = new AbortController();
    const { events } = http;
    if (!events) throw new Error('there are no events');
    const about = {
      connection: 'feed',
      config: { ...config('127.0.0.1', port), ...given },
      client: undefined,
    };
    const context = { ...about, network: openNetwork, signal: stopping.signal };
    const ended = events.subscribe(
      context,
      { path: '/', ...subscription },
      {
        ready() {},
        async take(messages) {
          for (const { body } of messages) take(Buffer.from(body).toString());
        },
      },
    );
    return { ended, stop: () => stopping.abort() };
  };

  test('a stream that ends is asked for again, from the last id on', async () => {
    const taken: string[] = [];
    const { ended, stop } = follow({}, { path: '/short' }, (text) => taken.push(text));
    await eventually(() => taken.length >= 3);
    stop();
    await ended;
    expect(taken.slice(0, 3)).toEqual(['1', '2', '3']);
    const ids = asked.filter(({ path }) => path === '/short').map(({ lastId }) => lastId);
    expect(ids.slice(0, 3)).toEqual([undefined, '1', '2']);
  });

  test('a page is no stream, and its connection ends', async () => {
    await expect(follow({}, { path: '/page' }, () => {}).ended).rejects.toMatchObject({
      kind: 'configuration',
      message: expect.stringContaining('`text/html`'),
    });
    await eventually(() => pagesOpen === 0);
  });

  test('a refusal names its status, and no credential', async () => {
    const auth = { type: 'bearer', token: 'tok-secret' };
    const failure = await follow({ auth }, { path: '/closed' }, () => {}).ended.catch((error) => error);
    expect(failure).toMatchObject({ status: 403 });
    expect(String(failure.message)).not.toContain('tok-secret');
    expect(asked.at(-1)?.authorization).toBe('Bearer tok-secret');
  });
});
