import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { Logger } from 'pino';
import { secureContext } from '../../../api/http/tls.js';
import type { PassedConnections } from '../../../api/member/pass-connections.js';
import { Problem } from '../../../controller/problems/index.js';
import type { ServerCertificate } from '../../../controller/security/tls/server-certificate.js';
import type { Settings } from '../../../controller/settings/index.js';
import type { Holder, Standby } from '../../../controller/storage/index.js';
import { version } from '../../../schemas/version.js';
import { checkHeaderTimes, type ServicePort } from './service-port.js';

/** Most connections at the same time, so that callers cannot take all files that the process may open. */
const maxConnections = 2_000;
/** The longest wait for the first bytes of a connection, and for a request that is answered here. */
const silenceMs = 20_000;

interface StandbyServerOptions {
  port: ServicePort;
  server: Settings['Server'];
  certificate: ServerCertificate | undefined;
  log: Logger;
  standby: Standby;
  /** True where this process has served before: requests wait for the leader as they do when it is lost. */
  hasServed: boolean;
}

/**
 * Serves the address of the service while this process waits for the database: connections are passed on to the node that
 * leads, so that an update of one node after another goes on while requests are answered. It answers probes itself.
 */
export class StandbyServer implements Standby {
  #opening: Promise<void> | undefined;
  #isOpen = false;
  #holder: Holder | undefined;
  #passed: PassedConnections | undefined;
  /** Reads connections with TLS. */
  #tls: TlsServer | undefined;
  /** Answers probes, and connections that no leader takes. */
  #own: Server | undefined;
  /** Connections that are neither passed on nor answered yet, each with what ends the hold of this server on it. */
  readonly #waiting = new Map<Socket, () => void>();
  /** Takes connections once this server has closed. */
  #next: ((socket: Socket) => void) | undefined;

  constructor(private readonly options: StandbyServerOptions) {}

  get signal(): AbortSignal {
    return this.options.standby.signal;
  }

  get joins(): boolean {
    return this.options.standby.joins;
  }

  /** True while it takes the connections of the port. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The node that leads while this process waits. */
  get holder(): Holder | undefined {
    return this.#holder;
  }

  begins(holder: Holder): void {
    this.options.standby.begins(holder);
  }

  waits(holder: Holder): void {
    this.#holder = holder;
    this.options.standby.waits(holder);
    void this.hold();
  }

  replaced(problem: Problem): void {
    this.options.standby.replaced(problem);
  }

  /** Takes connections before it is known who leads, where this process has served before. */
  async hold(): Promise<void> {
    this.#opening ??= this.#open();
    await this.#opening;
  }

  /**
   * Lets go of the port. Connections whose requests are still unread, also those whose handshake is not done yet, go to `next`.
   * Those that were passed on stay.
   */
  async close(next: (socket: Socket) => void): Promise<void> {
    await this.#opening;
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#next = next;
    const waiting = [...this.#waiting.keys()];
    for (const socket of waiting) this.#letGo(socket);
    await this.#passed?.release();
    this.#own?.closeAllConnections();
    this.#own?.close();
    for (const socket of waiting) if (!socket.destroyed) next(socket);
  }

  async #open(): Promise<void> {
    const { server, log, certificate, port, hasServed } = this.options;
    this.#own = createServer((request, response) => this.#answer(request.url, response));
    checkHeaderTimes(this.#own);
    this.#tls = certificate && this.#createTlsServer(certificate);
    const { PassedConnections } = await import('../../../api/member/pass-connections.js');
    this.#passed = new PassedConnections({
      leader: () => this.#holder,
      basePath: server.BasePath ?? '',
      hasServed,
    });
    this.#isOpen = true;
    port.give((socket) => this.#receive(socket), maxConnections);
    await port.open().catch((err: unknown) => log.warn({ err }, 'standby does not answer requests'));
  }

  /** With the versions and suites of the service, and each new certificate: a node may wait for longer than one is valid. */
  #createTlsServer(certificate: ServerCertificate): TlsServer {
    const { server: settings } = this.options;
    const options = { ...secureContext(certificate.current, settings), handshakeTimeout: silenceMs };
    const server = createTlsServer({ ...options, allowHalfOpen: true }, (socket) => this.#take(socket));
    server.on('tlsClientError', (_error, socket) => void socket.destroy());
    certificate.onChange((next) => server.setSecureContext(secureContext(next, settings)));
    return server;
  }

  #receive(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    if (!this.#tls) {
      this.#take(socket);
      return;
    }
    this.#tls.emit('connection', socket);
    socket.resume();
  }

  #take(socket: Socket): void {
    if (this.#next) {
      this.#next(socket);
      return;
    }
    const late = setTimeout(() => socket.destroy(), silenceMs).unref();
    const read = (first: Buffer): void => {
      socket.pause();
      clearTimeout(late);
      socket.unshift(first);
      const [, path] = first.toString('latin1', 0, 1_024).split(' ', 2);
      if (this.#isProbe(path)) this.#answerHere(socket);
      else void this.#pass(socket);
    };
    this.#waiting.set(socket, () => {
      clearTimeout(late);
      socket.off('data', read);
    });
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#letGo(socket));
    socket.once('data', read);
    socket.resume();
  }

  async #pass(socket: Socket): Promise<void> {
    try {
      await this.#passed?.pass(socket);
      this.#letGo(socket);
    } catch {
      // Once this process has begun to serve, its server has the connection.
      if (this.#waiting.has(socket)) this.#answerHere(socket);
    }
  }

  #answerHere(socket: Socket): void {
    this.#letGo(socket);
    const late = setTimeout(() => socket.destroy(), silenceMs).unref();
    socket.once('close', () => clearTimeout(late));
    this.#own?.emit('connection', socket);
    socket.resume();
  }

  #letGo(socket: Socket): void {
    this.#waiting.get(socket)?.();
    this.#waiting.delete(socket);
  }

  #isProbe(path: string | undefined): boolean {
    const { BasePath = '' } = this.options.server;
    return path === `${BasePath}/healthz` || path === `${BasePath}/readyz`;
  }

  #answer(path: string | undefined, response: ServerResponse): void {
    const refusal = this.#passed?.refusal();
    const isAlive = path === `${this.options.server.BasePath ?? ''}/healthz`;
    const isServed = isAlive || (this.#isProbe(path) && refusal === undefined);
    const status = { status: isAlive ? 'alive' : 'ready', version, role: 'standby' };
    const detail = this.#holder
      ? `The node ${this.#holder.id} leads, and requests do not reach it: ${refusal ?? 'it does not answer'}`
      : 'This node is about to lead';
    response.writeHead(isServed ? 200 : 503, {
      'content-type': isServed ? 'application/json' : 'application/problem+json',
      connection: 'close',
      ...(isServed ? {} : { 'retry-after': '5' }),
    });
    response.end(JSON.stringify(isServed ? status : new Problem('standby', detail).toBody('', '')));
  }
}
