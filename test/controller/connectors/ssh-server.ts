import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import ssh2, { type Connection, type ServerChannel } from 'ssh2';

/** A server that ends no command, and counts those that the client closed. */
export class RecordingSshServer {
  commands = 0;
  closed = 0;
  readonly hostKey: string;
  readonly #server: ssh2.Server;

  private constructor() {
    const keys = ssh2.utils.generateKeyPairSync('ed25519');
    this.hostKey = keys.public;
    this.#server = new ssh2.Server({ hostKeys: [keys.private] }, (client) => this.#serve(client));
  }

  static async start(): Promise<RecordingSshServer> {
    const server = new RecordingSshServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #serve(client: Connection): void {
    client.on('error', () => {});
    client.on('authentication', (request) => {
      if (request.method === 'password' && request.password === 'b') request.accept();
      else request.reject(['password']);
    });
    client.on('session', (accept) => {
      const session = accept();
      session.on('exec', (acceptExec, _reject, { command }) => this.#run(acceptExec(), command));
    });
  }

  #run(channel: ServerChannel, command: string): void {
    this.commands++;
    channel.on('error', () => {}).on('close', () => this.closed++);
    channel.resume();
    if (command === 'flood') channel.write(Buffer.alloc(9 * 1024 * 1024));
  }
}
