import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '../../../schemas/json/types.js';
import { type ClientContext, ConnectorError } from '../contract/connector.js';
import type { EventSource, IncomingMessage, Receiver } from '../contract/event-source.js';
import { openHttp } from './client.js';
import type { HttpConfig } from './config-schema.js';
import { transfer } from './exchange.js';
import { buildRequest, type HttpInput } from './request.js';
import { toRefusal } from './response.js';
import { toLines } from './stream/lines.js';
import { getEvents, type StreamState } from './stream/server-events.js';

/** The pause before the next stream, in ms, unless the server asks for another. */
const usualPauseMs = 1_000;
const maxPauseMs = 60_000;
/** Types of streams with a value on each line. */
const byLine = /^application\/(?:x-ndjson|ndjson|jsonl|x-jsonlines|jsonlines|json-seq|stream\+json)\b/i;
/** RFC 7464 has this mark before each value. */
const mark = '\u001e';

const fields = { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } };

/** The messages that a server sends as a response that does not end. */
export const streamSource: EventSource<HttpConfig> = {
  input: {
    type: 'object',
    additionalProperties: false,
    properties: {
      path: {
        title: 'Path',
        description:
          'The path of the stream: server-sent events (`text/event-stream`), or JSON by lines (`application/x-ndjson`). A stream that ends is asked for again, with `Last-Event-ID`; messages that are sent meanwhile may be lost.',
        type: 'string',
        default: '/',
        examples: ['/orders/stream'],
      },
      query: {
        ...fields,
        title: 'Query',
        description: 'Query parameters of the request.',
        examples: [{ region: 'eu' }],
      },
      headers: {
        ...fields,
        title: 'Headers',
        description: 'Headers of the request; they override those of the connection, except its credentials.',
        examples: [{ 'X-Region': 'eu' }],
      },
    },
  },
  guarantee: () => 'lossy',
  async subscribe(context, subscription, receiver) {
    const { signal } = context;
    const client = await openHttp(context);
    const state: StreamState = { lastId: '', retryMs: undefined };
    try {
      while (!signal.aborted) {
        await follow({ ...context, client }, subscription, receiver, state);
        const pause = Math.min(state.retryMs ?? usualPauseMs, maxPauseMs);
        await delay(pause, undefined, { signal }).catch(() => {});
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await client.close();
    }
  },
};

type Context = ClientContext<HttpConfig> & { client: Awaited<ReturnType<typeof openHttp>> };

/** Delivers the messages of one response. @throws ConnectorError */
function follow(
  context: Context,
  { path, query, headers }: JsonObject,
  receiver: Receiver,
  state: StreamState,
): Promise<void> {
  const { config } = context;
  const sentHeaders = { accept: 'text/event-stream, application/x-ndjson;q=0.9', ...(headers as JsonObject) };
  const again = state.lastId === '' ? {} : { 'last-event-id': state.lastId };
  const input = { method: 'GET', path, query, headers: { ...sentHeaders, ...again } } as unknown as HttpInput;
  const build = () => buildRequest({ config, idempotencyKey: '' }, input);
  return transfer(context, build, {
    async read(response, request, { secrets, budget }) {
      if (!response.ok) throw await toRefusal(response, request, secrets);
      const subject = request.url.pathname;
      let messages: Messages;
      try {
        messages = getMessages(response, subject, state);
      } catch (error) {
        // Unread, the response would hold its connection and its timer.
        await response.body?.cancel();
        throw error;
      }
      // Silence is no failure here; the network has a limit of its own.
      budget.lift();
      receiver.ready();
      const content = Readable.fromWeb((response.body ?? emptyBody()) as never);
      try {
        for await (const message of messages(content)) await receiver.take([message]);
      } catch (error) {
        // A stream that stays silent is asked for again.
        if (!(error instanceof ConnectorError && error.kind === 'timeout')) throw error;
      }
    },
  });
}

type Messages = (content: AsyncIterable<Uint8Array>) => AsyncGenerator<IncomingMessage>;

/** @throws ConnectorError for a response that is no stream */
function getMessages(response: Response, subject: string, state: StreamState): Messages {
  const type = response.headers.get('content-type') ?? '';
  if (/^text\/event-stream\b/i.test(type)) {
    return async function* (content) {
      for await (const { type: event, data, id } of getEvents(toLines(content), state)) {
        const headers = { event, ...(id === '' ? {} : { 'last-event-id': id }) };
        yield { subject, body: Buffer.from(data), headers };
      }
    };
  }
  if (byLine.test(type)) {
    return async function* (content) {
      for await (const line of toLines(content)) {
        const text = (line.startsWith(mark) ? line.slice(1) : line).trim();
        if (text !== '') {
          yield { subject, body: Buffer.from(text), headers: {}, contentType: 'application/json' };
        }
      }
    };
  }
  const shown = type === '' ? 'content without a type' : `\`${type.slice(0, 100)}\``;
  const detail = `The server answers with ${shown}, which is no stream of messages: \`text/event-stream\` or \`application/x-ndjson\``;
  throw new ConnectorError('configuration', 400, 'No stream', detail);
}

function emptyBody(): ReadableStream {
  return new Response('').body as ReadableStream;
}
