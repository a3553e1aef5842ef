import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The network between one node and the database, or between other nodes and it, which faults may interrupt. */
export class Line {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  /** True while nothing passes: neither new connections nor data of those that are open. */
  #isCut = false;
  #delayMs = 0;

  private constructor(private readonly target: () => number) {
    this.#server = createServer((from) => this.#join(from));
  }

  /** @param target returns the port to which connections lead */
  static async open(target: () => number): Promise<Line> {
    const line = new Line(target);
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Lets nothing pass, and tells no end of a connection, as a cable that was pulled. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.pause();
  }

  mend(): void {
    this.#isCut = false;
    // A peer that was gone for long has forgotten its connections.
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Lets data arrive later by so many milliseconds, in its order. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #join(from: Socket): void {
    const to = dial(this.target(), '127.0.0.1');
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      this.#sockets.add(one);
      one.on('data', this.#passTo(other));
      one.on('error', () => {});
      one.on('close', () => {
        this.#sockets.delete(one);
        if (!this.#isCut) other.destroy();
      });
    }
    if (this.#isCut) for (const socket of [from, to]) socket.pause();
  }

  /** Returns what passes the data of a connection on. */
  #passTo(other: Socket): (data: Buffer) => void {
    let delayed = 0;
    let passing = Promise.resolve();
    const write = (data: Buffer) => {
      if (!this.#isCut) other.write(data);
    };
    return (data) => {
      if (this.#delayMs === 0 && delayed === 0) return write(data);
      delayed += 1;
      const arrived = sleep(this.#delayMs);
      passing = passing
        .then(() => arrived)
        .then(() => {
          delayed -= 1;
          write(data);
        });
    };
  }
}
