import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { flood } from './broken-answers.js';
import type { End } from './path.js';

interface LineFault {
  /** How a run ends of which the server's answer is broken. */
  readonly end: End;
  /** True where what arrives may mean something else than what the server said. */
  readonly changes?: boolean;
  /** @param next the bytes that the server sends at the place of the fault */
  break(client: Socket, server: Socket, next: Buffer): void;
}

/** The faults of a line, in the middle of what a server sends. */
export const lineFaults: Readonly<Record<string, LineFault>> = {
  closes: { end: 'faulted', break: (client) => void client.destroySoon() },
  resets: { end: 'faulted', break: (client) => void client.resetAndDestroy() },
  'ends its side and listens': { end: 'faulted', break: (client) => void client.end() },
  stalls: { end: 'faulted', break: () => {} },
  floods: { end: 'either', break: (client) => flood(client) },
  'repeats without end': { end: 'either', changes: true, break: (client, _, next) => flood(client, next) },
  'says large lengths': {
    end: 'either',
    changes: true,
    break: (client) => void client.write(Buffer.alloc(64, 0xff)),
  },
  'says lengths of zero': {
    end: 'either',
    changes: true,
    break: (client) => void client.end(Buffer.alloc(64)),
  },
  'leaves bytes out': {
    end: 'either',
    changes: true,
    break: (client, server, next) => {
      client.write(next.subarray(Math.ceil(next.length / 2)));
      server.pipe(client);
    },
  },
};

/** A way to a server on which the server's bytes can be broken. */
export class BrokenLine {
  /** Connections whose fault has come since it was armed. */
  brokenCount = 0;
  #fault: LineFault | undefined;
  #after = 0;
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  private constructor(port: number) {
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#join(client, port));
  }

  /** @param port that of the server on this machine */
  static async start(port: number): Promise<BrokenLine> {
    const line = new BrokenLine(port);
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Breaks each connection from now on. @param after bytes of the server that still pass on each */
  arm(fault: string, after: number): void {
    this.#fault = lineFaults[fault];
    this.#after = after;
    this.brokenCount = 0;
  }

  disarm(): void {
    this.#fault = undefined;
    if (this.brokenCount > 0) this.#end();
  }

  async stop(): Promise<void> {
    this.#end();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #end(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #join(client: Socket, port: number): void {
    const server = connect({ port, host: '127.0.0.1', noDelay: true });
    for (const socket of [client, server]) {
      this.#open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => this.#open.delete(socket));
    }
    client.on('data', (bytes) => server.writable && server.write(bytes));
    client.on('end', () => server.end());
    client.on('close', () => server.destroy());
    let isBroken = false;
    let fault: LineFault | undefined;
    let left = 0;
    const pass = (bytes: Buffer): void => {
      if (isBroken) return;
      // A fault that is armed later counts from then on.
      if (fault !== this.#fault) left = this.#after;
      fault = this.#fault;
      if (!fault || bytes.length <= left) {
        left -= bytes.length;
        client.write(bytes);
        return;
      }
      isBroken = true;
      this.brokenCount += 1;
      server.off('data', pass);
      if (left > 0) client.write(bytes.subarray(0, left));
      fault.break(client, server, bytes.subarray(left));
    };
    server.on('data', pass);
    server.on('end', () => isBroken || client.end());
    server.on('close', () => isBroken || client.end());
  }
}
