import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

interface Protocol {
  /** The answers to what a client has sent, one for each request; undefined to hold them back. */
  answer(received: string): string | undefined;
  readonly held: string;
}

const protocols = {
  http: {
    answer: () => undefined,
    held: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  },
  redis: {
    // A client that signs in gets its answers.
    answer: (received) =>
      /\bget\b/i.test(received) ? undefined : '+OK\r\n'.repeat(received.split('*').length - 1),
    held: '$2\r\nab\r\n',
  },
} satisfies Record<string, Protocol>;

/** A server that holds its answers back until it is told to give them. */
export class HoldingServer {
  readonly #server: Server;
  readonly #waiting = new Set<Socket>();

  private constructor(private readonly protocol: Protocol) {
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async start(protocol: keyof typeof protocols): Promise<HoldingServer> {
    const server = new HoldingServer(protocols[protocol]);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections with a request that is not answered. */
  get count(): number {
    return this.#waiting.size;
  }

  answerAll(): void {
    for (const socket of this.#waiting) socket.write(this.protocol.held);
    this.#waiting.clear();
  }

  stop(): void {
    for (const socket of this.#waiting) socket.destroy();
    this.#server.close();
  }

  #serve(socket: Socket): void {
    socket.on('error', () => {}).on('close', () => this.#waiting.delete(socket));
    socket.on('data', (received) => {
      const answer = this.protocol.answer(received.toString('latin1'));
      if (answer === undefined) this.#waiting.add(socket);
      else socket.write(answer);
    });
  }
}
