import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { BrokenLine, lineFaults } from './broken-line.js';
import { connection, flow, type Path } from './path.js';

/** Seconds that a call may take. */
const timeout = 1;

/** A server behind a line that breaks. */
interface Served {
  readonly name: string;
  readonly port: number;
  /** About how many bytes the server sends for a run that has to connect first. */
  readonly bytes: number;
  /** @param port that of the line */
  files(port: number): Record<string, string>;
  readonly output: unknown;
  stop(): Promise<void>;
}

/** Every path whose protocol is not HTTP. */
export function openLinePaths(): Promise<Path[]> {
  return Promise.all([openWebSocket()].map(async (served) => openPath(await served)));
}

async function openPath({ name, port, bytes, files, output, stop }: Served): Promise<Path> {
  const line = await BrokenLine.start(port);
  return {
    name,
    files: files(line.port),
    arm(random) {
      // Without a fault, the connection that was broken before has to be replaced.
      if (random.next() < 0.2) return { fault: 'no fault', isMet: true, end: 'completed', output };
      const fault = random.pick(Object.keys(lineFaults));
      const after = random.pick([0, 1, random.whole(2, 40), random.whole(0, bytes)]);
      line.arm(fault, after);
      const { end = 'either' } = lineFaults[fault] ?? {};
      // Later, the fault may follow all that the run had to hear.
      return {
        fault,
        get isMet() {
          return line.brokenCount > 0;
        },
        get end() {
          if (line.brokenCount === 0) return 'completed' as const;
          return after === 0 ? end : ('either' as const);
        },
        output,
      };
    },
    disarm: () => line.disarm(),
    async stop() {
      await line.stop();
      await stop();
    },
  };
}

async function openWebSocket(): Promise<Served> {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    name: 'websocket',
    port: (http.address() as AddressInfo).port,
    bytes: 250,
    files: (port) => ({
      'connections/feed.yaml': connection(
        'feed',
        'websocket',
        `{ url: 'ws://127.0.0.1:${port}/feed', timeout: ${timeout} }`,
      ),
      'flows/websocket.yaml': flow('websocket', '  - ask: { call: feed.send, with: { message: hello } }'),
    }),
    output: {},
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
