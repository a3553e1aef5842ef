import { createHmac } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Random } from '../random.js';
import { flood } from './broken-answers.js';
import { flow, keysPath, sharedKey } from './path.js';

/** Delivers to a trigger as senders do that close, stall, flood and lie about lengths. */
export interface Delivery {
  /** `refused`: without an answer, or with one that refuses. `either`: the delivery is whole, and the sender does not let the service answer. */
  readonly end: 'accepted' | 'refused' | 'either';
  send(socket: Socket, body: string, head: (...more: string[]) => string, random: Random): void;
}

export const hookFiles = {
  'flows/hook.yaml': flow('hook', `  - keep: { set: { n: '\${ .body.n }' } }`),
  'triggers/hook.yaml': `kind: trigger
name: hook
flow: hook
webhook: { path: hook, signature: { scheme: github, secret: ${keysPath}, key: shared } }
`,
};

const measureLength = (body: string, more = 0): string => `Content-Length: ${body.length + more}`;
const chunked = 'Transfer-Encoding: chunked';
const half = (body: string): string => body.slice(0, body.length >> 1);

const deliveries: Record<string, Delivery> = {
  'no fault': {
    end: 'accepted',
    send: (socket, body, head) => socket.write(`${head(measureLength(body))}${body}`),
  },
  'ends its side after the last byte': {
    end: 'either',
    send: (socket, body, head) => socket.end(`${head(measureLength(body))}${body}`),
  },
  'sends chunks': {
    end: 'accepted',
    send: (socket, body, head) =>
      socket.write(`${head(chunked)}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`),
  },
  'asks for another protocol': {
    end: 'accepted',
    send: (socket, body, head) =>
      socket.write(`${head(measureLength(body), 'Connection: Upgrade', 'Upgrade: websocket')}${body}`),
  },
  'sends more than it said': {
    end: 'either',
    send: (socket, body, head) => socket.write(`${head(measureLength(body))}${body}${'x'.repeat(9_000)}`),
  },
  'closes in the head': {
    end: 'refused',
    send: (socket, body, head) => socket.end(head(measureLength(body)).slice(0, -4)),
  },
  'closes in the body': {
    end: 'refused',
    send: (socket, body, head) => socket.end(`${head(measureLength(body))}${half(body)}`),
  },
  'resets in the body': {
    end: 'refused',
    send: (socket, body, head) =>
      socket.write(`${head(measureLength(body))}${half(body)}`, () => socket.resetAndDestroy()),
  },
  'stalls in the body': {
    end: 'refused',
    send: (socket, body, head) => socket.write(`${head(measureLength(body))}${half(body)}`),
  },
  'closes in a chunk': {
    end: 'refused',
    send: (socket, body, head) => socket.end(`${head(chunked)}${body.length.toString(16)}\r\n${half(body)}`),
  },
  'stalls before the last chunk': {
    end: 'refused',
    send: (socket, body, head) => socket.write(`${head(chunked)}${body.length.toString(16)}\r\n${body}\r\n`),
  },
  'floods with a body': {
    end: 'refused',
    send: (socket, _body, head) => {
      socket.write(head('Content-Length: 4000000000'));
      flood(socket);
    },
  },
  'floods with chunks': {
    end: 'refused',
    send: (socket, _body, head) => {
      socket.write(head(chunked));
      flood(socket, `100\r\n${'x'.repeat(256)}\r\n`);
    },
  },
  'floods with headers': {
    end: 'refused',
    send: (socket, _body, head) => {
      socket.write(head().slice(0, -2));
      flood(socket, `X-More: ${'x'.repeat(50)}\r\n`);
    },
  },
  'says a length that is too small': {
    end: 'refused',
    send: (socket, body, head) => socket.write(`${head(measureLength(body, -1))}${body}`),
  },
  'says a length that is too large': {
    end: 'refused',
    send: (socket, body, head) => socket.end(`${head(measureLength(body, 500))}${body}`),
  },
  'says a negative length': {
    end: 'refused',
    send: (socket, body, head) => socket.write(`${head('Content-Length: -5')}${body}`),
  },
  'says two lengths': {
    end: 'refused',
    send: (socket, body, head) => socket.write(`${head(measureLength(body), measureLength(body, 1))}${body}`),
  },
  'says a length and chunks': {
    end: 'refused',
    send: (socket, body, head) =>
      socket.write(
        `${head(measureLength(body), chunked)}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      ),
  },
  'says a size of a chunk that is no number': {
    end: 'refused',
    send: (socket, body, head) => socket.write(`${head(chunked)}xyz\r\n${body}\r\n0\r\n\r\n`),
  },
};

/** The time that the service has to answer, in ms: a body that stalls has more, which the sender does not wait for. */
const patienceMs = 5_000;
const stallMs = 700;

export interface Delivered {
  readonly fault: string;
  readonly end: Delivery['end'];
  /** The answer of the service; empty for none. */
  readonly answer: string;
}

/** Sends one delivery. @param n its number, which its run keeps */
export async function deliver(port: number, branch: string, n: number, random: Random): Promise<Delivered> {
  const fault = random.pick(Object.keys(deliveries));
  const { end, send } = deliveries[fault] as Delivery;
  const body = JSON.stringify({ n, filler: 'x'.repeat(random.pick([0, 1_000, 70_000, 300_000])) });
  const signature = createHmac('sha256', sharedKey).update(body).digest('hex');
  const head = (...more: string[]): string =>
    `${[
      `POST /api/v1/${branch}/hooks/hook HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      `X-Hub-Signature-256: sha256=${signature}`,
      `X-GitHub-Delivery: d-${n}`,
      ...more,
    ].join('\r\n')}\r\n\r\n`;
  const isStall = fault.startsWith('stalls');
  const answer = await exchange(
    port,
    (socket) => send(socket, body, head, random),
    isStall ? stallMs : patienceMs,
  );
  return { fault, end, answer };
}

/** Resolves with what the service answers, up to the end of its first head, its close or the end of the time. */
function exchange(port: number, send: (socket: Socket) => void, ms: number): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => send(socket));
    const done = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(received);
    };
    const timer = setTimeout(done, ms);
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      if (received.includes('\r\n\r\n')) done();
    });
    socket.on('error', done).on('end', done).on('close', done);
  });
}
