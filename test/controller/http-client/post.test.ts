import { channel } from 'node:diagnostics_channel';
import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Escape, onEscape } from '../../../controller/concurrency/emitter-fence.js';
import { webhookMessages, webhookSender } from '../../../controller/delivery/events/webhooks.js';
import { webhookReceiver } from '../../../controller/delivery/notices/receivers.js';
import { supportSender } from '../../../controller/delivery/support/tickets.js';
import { post } from '../../../controller/http-client/post.js';
import { OtlpExporter } from '../../../controller/observability/otlp-exporter.js';
import { eventually } from '../../eventually.js';
import { TestServer } from '../connectors/server.js';

let server: TestServer;
const signal = AbortSignal.timeout(60_000);

beforeEach(async () => {
  server = await TestServer.start(({ url = '' }, response) => {
    const status = Number(url.slice(1));
    if (status > 0) response.writeHead(status, { location: '/200' }).end('answered');
  });
});
afterEach(() => server.stop());

test.each([200, 204, 302, 410, 500])(
  'the status %i is given, and no redirect is followed',
  async (status) => {
    expect(await post(`${server.url}/${status}`, { headers: {}, body: 'x', signal })).toBe(status);
  },
);

test('a signal of many listeners is taken, and each of many posts has its answer', async () => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const request = { headers: {}, body: 'x', signal: controller.signal };
  const statuses = await Promise.all(Array.from({ length: 50 }, () => post(`${server.url}/200`, request)));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('an address without a server is told with what is wrong', async () => {
  await server.stop();
  const posting = post(server.url, { headers: {}, body: 'x', signal });
  await expect(posting).rejects.toThrow(/^connect ECONNREFUSED 127\.0\.0\.1:\d+$/);
});

test('an abort ends the wait with its reason', async () => {
  const controller = new AbortController();
  const waiting = post(`${server.url}/waits`, { headers: {}, body: 'x', signal: controller.signal });
  controller.abort(new Error('over'));
  await expect(waiting).rejects.toThrow('over');
});

describe('an exception in the connection', () => {
  let escapes: Escape[];
  let sockets: Socket[];
  let stop: () => void;
  const connections = channel('undici:client:connected');
  const connected = (message: unknown): void => void sockets.push((message as { socket: Socket }).socket);

  beforeEach(() => {
    [escapes, sockets] = [[], []];
    stop = onEscape((caught) => escapes.push(caught));
    connections.subscribe(connected);
  });
  afterEach(() => {
    stop();
    connections.unsubscribe(connected);
  });

  const senders: Record<string, (url: string) => Promise<unknown>> = {
    'of an event': (url) => {
      const targets = [{ Url: url, Secret: 'secret' }];
      const occurrence = { seq: 1, event: { id: 'e', type: 't', source: 's', data: {} } } as never;
      const [message] = webhookMessages(targets, [occurrence], (text) => text);
      return webhookSender(targets, () => undefined).send(message as never, signal);
    },
    'of a ticket': (url) => {
      // A failed ticket writes nothing.
      const storage = { statement: () => undefined } as never;
      return supportSender(storage, url).send({ id: 't', body: '{}' } as never, signal);
    },
    'of a notice': (url) =>
      webhookReceiver({ Url: url })({ cause: 'c', since: 0, count: 1 } as never, signal),
    'of traces': (url) =>
      new Promise((_, reject) => {
        const exporter = new OtlpExporter({
          endpoint: url,
          token: undefined,
          version: '1',
          maskJsonText: (text) => text,
          report: reject,
        });
        exporter.add([{ traceId: '1', spanId: '2', name: 'n', start: 0, end: 1, attributes: {} }]);
        void exporter.flush();
      }),
  };

  test.each(Object.keys(senders))(
    '%s ends the sending with an error, and not the process',
    async (sender) => {
      const sending = senders[sender]?.(`${server.url}/waits`);
      const failed = expect(sending).rejects.toThrow('the client library failed: planted');
      await eventually(() => sockets.length === 1);
      const [socket] = sockets;
      socket?.on('planted', () => {
        throw new Error('planted');
      });
      socket?.emit('planted');
      await failed;
      expect(escapes).toEqual([{ error: new Error('planted'), owner: `${server.url}/` }]);
    },
  );
});
