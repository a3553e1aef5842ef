import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { certificate } from './contract/certificate.js';

/** A server of IMAP that speaks TLS after STARTTLS, has no mails, and takes every password. */
export class StartTlsServer {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.write('* OK [CAPABILITY IMAP4rev1 STARTTLS] ready\r\n');
      this.#serve(socket);
    });
  }

  static async start(): Promise<StartTlsServer> {
    const server = new StartTlsServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    const heard = (bytes: Buffer): void => {
      for (const line of bytes.toString().split('\r\n')) {
        const [tag = '', command = ''] = line.toUpperCase().split(' ');
        if (command === '') continue;
        for (const untagged of answers[command] ?? []) socket.write(`* ${untagged}\r\n`);
        socket.write(`${tag} OK done\r\n`);
        if (command !== 'STARTTLS') continue;
        socket.off('data', heard);
        const secureContext = createSecureContext(certificate);
        const secured = new TLSSocket(socket, { isServer: true, secureContext });
        secured.on('error', () => {});
        this.#serve(secured);
      }
    };
    socket.on('data', heard);
  }
}

const answers: Readonly<Record<string, readonly string[]>> = {
  CAPABILITY: ['CAPABILITY IMAP4rev1 STARTTLS AUTH=PLAIN'],
  LIST: ['LIST (\\Noselect) "/" ""'],
  SELECT: ['FLAGS (\\Seen)', '0 EXISTS', '0 RECENT', 'OK [UIDVALIDITY 1] valid', 'OK [UIDNEXT 1] next'],
  UID: ['SEARCH'],
};
