import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

interface Place {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

/** Takes connections that have not been read yet; they are paused. */
type Receiver = (socket: Socket) => unknown;

/**
 * The port of a service beside other nodes. It stays open while the process changes its role, so that no connection is refused
 * or reset meanwhile: each one goes to the role of that time.
 */
export class ServicePort {
  readonly #servers: Server[] = [];
  readonly #open = new Set<Socket>();
  #opening: Promise<void> | undefined;
  #receive: Receiver = (socket) => socket.destroy();
  #maxConnections = Number.POSITIVE_INFINITY;

  constructor(private readonly place: Place) {}

  /** Undefined until the port is open. */
  get address(): AddressInfo | undefined {
    return (this.#servers[0]?.address() as AddressInfo | null | undefined) ?? undefined;
  }

  /** Opens the port unless it is open. @throws Error of the system where the port is taken or not allowed */
  open(): Promise<void> {
    this.#opening ??= this.#listen().catch((error: unknown) => {
      this.#opening = undefined;
      for (const server of this.#servers.splice(0)) server.close();
      throw error;
    });
    return this.#opening;
  }

  /** Gives all connections from now on to the receiver; beyond the maximum of open ones, new ones are closed. */
  give(receive: Receiver, maxConnections = Number.POSITIVE_INFINITY): void {
    this.#receive = receive;
    this.#maxConnections = maxConnections;
  }

  /** Takes no more connections; open ones stay. */
  close(): void {
    for (const server of this.#servers.splice(0)) server.close();
  }

  /** Ends the connections that are still open. */
  closeAllConnections(): void {
    for (const socket of this.#open) socket.destroy();
  }

  async #listen(): Promise<void> {
    const { host, port } = this.place;
    // `localhost` has an address of each family, and callers take either.
    const hosts = host === 'localhost' ? await findAddresses(host) : [host];
    for (const each of hosts) await this.#listenAt(each, this.address?.port ?? port);
  }

  async #listenAt(host: string, port: number): Promise<void> {
    const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) =>
      this.#take(socket),
    );
    server.listen({ host, port });
    await once(server, 'listening');
    this.#servers.push(server);
  }

  #take(socket: Socket): void {
    if (this.#open.size >= this.#maxConnections) {
      socket.destroy();
      return;
    }
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    this.#receive(socket);
  }
}

/** Has a server that listens nowhere, as its connections come from a `ServicePort`, end headers that take too long. */
export function checkHeaderTimes(server: Server): void {
  // Node looks at them from this event on.
  server.emit('listening');
}

async function findAddresses(host: string): Promise<string[]> {
  const all = await lookup(host, { all: true });
  return [...new Set(all.map(({ address }) => address))];
}
