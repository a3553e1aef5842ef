import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** Stands between a client and a real server, and fails as networks do. */
export class Relay {
  /** `silent` takes connections and bytes and answers nothing; `cut` ends connections at the next byte of the client. */
  mode: 'passes' | 'silent' | 'cut' = 'passes';
  /** Connections that clients have open. */
  readonly open = new Set<Socket>();
  #server!: Server;

  /** @param tls the certificate with which the relay speaks TLS to its clients */
  static async to(port: number, tls?: { cert: string; key: string }): Promise<Relay> {
    const relay = new Relay();
    const join = (client: Socket): void => relay.#join(client, connect({ port, host: '127.0.0.1' }));
    relay.#server = tls ? createTlsServer(tls, join) : createServer(join);
    await once(relay.#server.listen(0, '127.0.0.1'), 'listening');
    return relay;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends all connections, as a server that dies. */
  cut(): void {
    for (const socket of this.open) socket.destroy();
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.cut();
    await once(this.#server, 'close');
  }

  #join(client: Socket, server: Socket): void {
    this.open.add(client);
    client.on('close', () => {
      this.open.delete(client);
      server.destroy();
    });
    server.on('close', () => client.destroy());
    for (const socket of [client, server]) socket.on('error', () => {});
    client.on('data', (bytes) => {
      if (this.mode === 'cut') client.destroy();
      else if (this.mode === 'passes') server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (this.mode !== 'silent') client.write(bytes);
    });
  }
}
