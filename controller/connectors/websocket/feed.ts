import type { WebSocket } from 'ws';
import type { Json } from '../../../schemas/json/types.js';
import type { EventSource } from '../contract/event-source.js';
import { Intake, whenAborted } from '../contract/intake.js';
import { encodeMessage } from '../contract/messages.js';
import { getLoss } from './client.js';
import type { WebSocketConfig } from './config-schema.js';
import { openSocket } from './socket.js';

/** Messages that wait when the server is made to wait, and when it goes on. */
const [max, few] = [256, 64];
/** A server that does not answer a ping for so long is lost, in ms. */
const pingMs = 30_000;

/** The messages of a server, from now on. */
export const feed: EventSource<WebSocketConfig> = {
  input: {
    type: 'object',
    additionalProperties: false,
    properties: {
      send: {
        title: 'Send',
        description:
          'Messages that are sent first, such as those that subscribe; a text as it is, anything else as JSON.',
        type: 'array',
        maxItems: 20,
        items: true,
        default: [],
        examples: [[{ op: 'subscribe', channel: 'orders' }]],
      },
    },
  },
  guarantee: () => 'lossy',
  async subscribe(context, { send = [] }, receiver) {
    const { signal, config } = context;
    const first = (send as Json[]).map((each) => encodeMessage(each).toString());
    const intake = new Intake(receiver);
    const socket = await openSocket(context);
    try {
      const lost = getLoss(socket, config);
      lost.catch(() => {});
      follow(socket, intake, new URL(config.url).pathname);
      for (const message of first) socket.send(message);
      receiver.ready();
      await Promise.race([lost, intake.failed, whenAborted(signal), silence(socket, signal)]);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      socket.close();
      setTimeout(() => socket.terminate(), 1_000).unref();
    }
  },
};

function follow(socket: WebSocket, intake: Intake, subject: string): void {
  let waiting = 0;
  socket.on('message', (data, isBinary) => {
    if (++waiting >= max) socket.pause();
    const body = Buffer.concat([data].flat() as Uint8Array[]);
    const contentType = isBinary ? { contentType: 'application/octet-stream' } : {};
    intake.add({ subject, body, headers: {}, ...contentType }, () => {
      if (--waiting <= few && socket.isPaused) socket.resume();
    });
  });
}

/** Ends a connection whose server is gone without a word. */
async function silence(socket: WebSocket, signal: AbortSignal): Promise<never> {
  let hasAnswered = true;
  socket.on('pong', () => {
    hasAnswered = true;
  });
  const timer = setInterval(() => {
    if (socket.isPaused) return;
    if (!hasAnswered) socket.terminate();
    hasAnswered = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }, pingMs);
  socket.once('close', () => clearInterval(timer));
  return whenAborted(signal);
}
