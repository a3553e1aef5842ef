import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Random } from '../random.js';
import type { End } from './path.js';

/** An answer without a fault. */
export interface Answer {
  readonly status?: number;
  /** Headers besides the length, one a line. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** One way to break an answer of HTTP. */
export interface AnswerFault {
  readonly end: End;
  send(socket: Socket, answer: Answer, random: Random): void;
}

/** The most bytes that a server floods with. The service takes less: a call has 8 MiB, a file the limit of the proof. */
const maxFlood = 256 * 1024 * 1024;
const piece = Buffer.alloc(65_536, 'f');

/** The first line and the headers, without the empty line. */
function head({ status = 200, headers }: Answer, ...more: string[]): string {
  return [`HTTP/1.1 ${status} OK`, ...headers, ...more].join('\r\n');
}

const whole = (answer: Answer, ...more: string[]): string =>
  `${head(answer, `Content-Length: ${answer.body.length}`, ...more)}\r\n\r\n`;

/** The body up to a random place before its end, which may be its beginning. */
const part = ({ body }: Answer, random: Random): Buffer => body.subarray(0, random.whole(0, body.length - 1));

const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** The body in chunks of random sizes, without the last one. */
function chunks(body: Buffer, random: Random): Buffer {
  const found: Buffer[] = [];
  for (let from = 0; from < body.length; ) {
    const size = random.whole(1, Math.max(1, Math.ceil(body.length / 3)));
    found.push(chunk(body.subarray(from, from + size)));
    from += size;
  }
  return Buffer.concat(found);
}

/** Writes for as long as the other side takes it. @param unit what is sent again and again */
export function flood(socket: Socket, unit: Buffer | string = piece): void {
  const once = Buffer.from(unit);
  const bytes = Buffer.concat(Array<Buffer>(Math.ceil(piece.length / once.length)).fill(once));
  let left = maxFlood;
  const fill = (): void => {
    if (socket.destroyed || left <= 0) return;
    left -= bytes.length;
    // A reader that keeps pace must not keep this process from all else.
    if (socket.write(bytes)) setImmediate(fill);
    else socket.once('drain', fill);
  };
  fill();
}

const chunked = 'Transfer-Encoding: chunked';
const gzipped = 'Content-Encoding: gzip';

/** Answers that are complete, however their connection ends. */
const complete: Record<string, AnswerFault['send']> = {
  'no fault': (socket, answer) => socket.write(Buffer.concat([Buffer.from(whole(answer)), answer.body])),
  'closes after the last byte': (socket, answer) =>
    socket.end(Buffer.concat([Buffer.from(whole(answer, 'Connection: close')), answer.body])),
  'closes a connection that it promised to keep': (socket, answer) =>
    socket.end(Buffer.concat([Buffer.from(whole(answer)), answer.body])),
  'closes in place of a length': (socket, answer) => {
    socket.write(`${head(answer, 'Connection: close')}\r\n\r\n`);
    socket.end(answer.body);
  },
  'speaks HTTP/1.0': (socket, answer) => {
    socket.write(`${head(answer).replace('HTTP/1.1', 'HTTP/1.0')}\r\n\r\n`);
    socket.end(answer.body);
  },
  'sends chunks and closes': (socket, answer, random) => {
    socket.write(`${head(answer, chunked, 'Connection: close')}\r\n\r\n`);
    socket.end(Buffer.concat([chunks(answer.body, random), Buffer.from('0\r\nX-After: a\r\n\r\n')]));
  },
  'announces the answer with two others': (socket, answer) => {
    socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n');
    socket.end(Buffer.concat([Buffer.from(whole(answer)), answer.body]));
  },
  'sends the head byte by byte': (socket, answer) => {
    const bytes = Buffer.from(whole(answer));
    for (const byte of bytes) socket.write(Buffer.of(byte));
    socket.end(answer.body);
  },
  'closes after a compressed body': (socket, answer) => {
    const body = gzipSync(answer.body);
    socket.write(whole({ ...answer, body }, gzipped, 'Connection: close'));
    socket.end(body);
  },
  'sends more than it said, and closes': (socket, answer) =>
    socket.end(Buffer.concat([Buffer.from(whole(answer)), answer.body, Buffer.alloc(5_000, 'HTTP/1.1 ')])),
};

/** Answers that never become complete. */
const broken: Record<string, AnswerFault['send']> = {
  'closes at once': (socket) => socket.end(),
  'resets at once': (socket) => socket.resetAndDestroy(),
  'closes in the head': (socket, answer, random) => {
    const text = whole(answer);
    socket.end(text.slice(0, random.whole(1, text.length - 3)));
  },
  'resets in the head': (socket, answer, random) => {
    const text = whole(answer);
    socket.write(text.slice(0, random.whole(1, text.length - 3)), () => socket.resetAndDestroy());
  },
  'closes in the body': (socket, answer, random) => {
    socket.write(whole(answer));
    socket.end(part(answer, random));
  },
  'closes in the body, having said so': (socket, answer, random) => {
    socket.write(whole(answer, 'Connection: close'));
    socket.end(part(answer, random));
  },
  'resets in the body': (socket, answer, random) => {
    socket.write(whole(answer));
    socket.write(part(answer, random), () => socket.resetAndDestroy());
  },
  'closes between chunks': (socket, answer, random) => {
    socket.write(`${head(answer, chunked, 'Connection: close')}\r\n\r\n`);
    socket.end(chunks(part(answer, random), random));
  },
  'closes in a chunk': (socket, answer, random) => {
    socket.write(`${head(answer, chunked)}\r\n\r\n${answer.body.length.toString(16)}\r\n`);
    socket.end(part(answer, random));
  },
  'sends nothing': () => {},
  'stalls in the head': (socket, answer, random) => {
    const text = whole(answer);
    socket.write(text.slice(0, random.whole(1, text.length - 3)));
  },
  'stalls in the body': (socket, answer, random) => {
    socket.write(whole(answer));
    socket.write(part(answer, random));
  },
  'stalls before the last chunk': (socket, answer, random) => {
    socket.write(`${head(answer, chunked)}\r\n\r\n`);
    socket.write(chunks(answer.body, random));
  },
  'sends a byte now and then': (socket, answer) => {
    socket.write(whole(answer));
    const timer = setInterval(() => socket.write('{'), 400);
    socket.on('close', () => clearInterval(timer));
  },
  'floods with a body': (socket, answer) => {
    socket.write(`${head(answer)}\r\n\r\n`);
    flood(socket);
  },
  'floods with chunks': (socket, answer) => {
    socket.write(`${head(answer, chunked)}\r\n\r\n`);
    flood(socket, chunk(piece));
  },
  'floods with headers': (socket, answer) => {
    socket.write(head(answer));
    flood(socket, '\r\nX-More: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa');
  },
  'floods with one header': (socket, answer) => {
    socket.write(`${head(answer)}\r\nX-Long: `);
    flood(socket);
  },
  'announces an answer without end': (socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(50)), 20);
    socket.on('close', () => clearInterval(timer));
  },
  'floods with a chunk extension': (socket, answer) => {
    socket.write(`${head(answer, chunked)}\r\n\r\n5;a=`);
    flood(socket);
  },
  'says a length that is too large': (socket, answer, random) => {
    socket.write(`${head(answer, `Content-Length: ${answer.body.length + random.whole(1, 1e9)}`)}\r\n\r\n`);
    socket.end(answer.body);
  },
  'says a length that is too small': (socket, answer, random) => {
    // The rest is no JSON.
    const length = random.whole(1, answer.body.length - 1);
    socket.write(`${head(answer, `Content-Length: ${length}`)}\r\n\r\n`);
    socket.write(answer.body);
  },
  'says a negative length': (socket, answer) => {
    socket.write(`${head(answer, 'Content-Length: -5')}\r\n\r\n`);
    socket.end(answer.body);
  },
  'says a length beyond all numbers': (socket, answer) => {
    socket.write(`${head(answer, `Content-Length: ${'9'.repeat(30)}`)}\r\n\r\n`);
    socket.end(answer.body);
  },
  'says two lengths': (socket, answer) => {
    socket.write(whole(answer, `Content-Length: ${answer.body.length + 1}`));
    socket.end(answer.body);
  },
  'says a size of a chunk that is too small': (socket, answer) => {
    socket.write(`${head(answer, chunked)}\r\n\r\n${(answer.body.length >> 1).toString(16)}\r\n`);
    socket.end(Buffer.concat([answer.body, Buffer.from('\r\n0\r\n\r\n')]));
  },
  'says a size of a chunk that is too large': (socket, answer) => {
    socket.write(`${head(answer, chunked)}\r\n\r\n${(answer.body.length + 999).toString(16)}\r\n`);
    socket.end(Buffer.concat([answer.body, Buffer.from('\r\n0\r\n\r\n')]));
  },
  'says a size of a chunk beyond all numbers': (socket, answer) => {
    socket.write(`${head(answer, chunked)}\r\n\r\n${'F'.repeat(20)}\r\n`);
    socket.end(answer.body);
  },
  'says a size of a chunk that is no number': (socket, answer) => {
    socket.write(`${head(answer, chunked)}\r\n\r\nxyz\r\n`);
    socket.end(answer.body);
  },
  'cuts a compressed body': (socket, answer, random) => {
    const packed = gzipSync(answer.body);
    const body = packed.subarray(0, random.whole(packed.length >> 1, packed.length - 9));
    socket.end(Buffer.concat([Buffer.from(whole({ ...answer, body }, gzipped)), body]));
  },
  'sends a compressed body that is none': (socket, answer) =>
    socket.end(Buffer.concat([Buffer.from(whole(answer, gzipped)), answer.body])),
  'sends a small body that unpacks to a large one': (socket, answer) => {
    const body = bomb();
    socket.end(Buffer.concat([Buffer.from(whole({ ...answer, body }, gzipped)), body]));
  },
  'does not speak HTTP': (socket) => socket.end('220 mail.example.com ESMTP\r\n'),
  'sends random bytes': (socket, _answer, random) =>
    socket.end(Buffer.from(Array.from({ length: 3_000 }, () => random.whole(0, 255)))),
  'says a status that there is not': (socket, answer) =>
    socket.end(Buffer.concat([Buffer.from(whole({ ...answer, status: 999 })), answer.body])),
  'changes the protocol': (socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\nabc'),
  'sends a zero byte in a header': (socket, answer) =>
    socket.end(Buffer.concat([Buffer.from(whole(answer, 'X-Zero: a\0b')), answer.body])),
};

/** Answers whose last bytes the connection may lose. */
const late: Record<string, AnswerFault['send']> = {
  'resets after the last byte': (socket, answer) =>
    socket.write(Buffer.concat([Buffer.from(whole(answer)), answer.body]), () => socket.resetAndDestroy()),
};

const withEnd = (end: End, sends: Record<string, AnswerFault['send']>): [string, AnswerFault][] =>
  Object.entries(sends).map(([name, send]) => [name, { end, send }]);

export const answerFaults: ReadonlyMap<string, AnswerFault> = new Map([
  ...withEnd('completed', complete),
  ...withEnd('faulted', broken),
  ...withEnd('either', late),
]);

let packed: Buffer | undefined;

/** 64 MiB in 64 KiB: more than a call or a file of the proof may have. */
function bomb(): Buffer {
  packed ??= gzipSync(Buffer.alloc(64 * 1024 * 1024));
  return packed;
}
