import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createPort, type Server as Port, type Socket } from 'node:net';
import type { Logger } from 'pino';
import { secureContext } from '../../../api/http/tls.js';
import type { PassedConnections } from '../../../api/member/pass-connections.js';
import { Problem } from '../../../controller/problems/index.js';
import type { ServerCertificate } from '../../../controller/security/tls/server-certificate.js';
import type { Settings } from '../../../controller/settings/index.js';
import type { Holder, Standby } from '../../../controller/storage/index.js';
import { version } from '../../../schemas/version.js';

/** Most connections at the same time, so that callers cannot take all files that the process may open. */
const maxConnections = 2_000;
/** The longest wait for the first bytes of a connection, and for a request that is answered here. */
const silenceMs = 20_000;

interface StandbyServerOptions {
  server: Settings['Server'];
  certificate: ServerCertificate | undefined;
  log: Logger;
  standby: Standby;
}

/**
 * Serves the address of the service while this process waits for the database: connections are passed on to the node that
 * leads, so that an update of one node after another goes on while requests are answered. Without TLS, which hides what a
 * connection asks, it answers probes itself.
 */
export class StandbyServer implements Standby {
  #port: Port | undefined;
  #opening: Promise<void> | undefined;
  #holder: Holder | undefined;
  #passed: PassedConnections | undefined;
  /** Answers probes, and connections that no leader takes. */
  #own: Server | undefined;
  /** Connections that are neither passed on nor answered yet, each with what ends the hold of this server on it. */
  readonly #waiting = new Map<Socket, () => void>();

  constructor(private readonly options: StandbyServerOptions) {}

  get signal(): AbortSignal {
    return this.options.standby.signal;
  }

  get joins(): boolean {
    return this.options.standby.joins;
  }

  /** True while it has the port. */
  get isOpen(): boolean {
    return this.#port !== undefined;
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

  /** Opens the port before it is known who leads, where this process has served before. */
  async hold(): Promise<void> {
    this.#opening ??= this.#open();
    await this.#opening;
  }

  /** Frees the port. @returns connections whose requests are still unread, for the server that takes the port next */
  async close(): Promise<Socket[]> {
    await this.#opening;
    const port = this.#port;
    if (!port) return [];
    this.#port = undefined;
    const waiting = [...this.#waiting.keys()];
    for (const socket of waiting) this.#letGo(socket);
    // It has closed when the last connection has, one of those that the next server takes.
    port.close();
    await this.#passed?.close();
    this.#own?.closeAllConnections();
    return waiting.filter((socket) => !socket.destroyed);
  }

  async #open(): Promise<void> {
    const { server, log, certificate } = this.options;
    const answer: RequestListener = (request, response) => this.#answer(request.url, response);
    this.#own = certificate ? tlsServer(certificate, server, answer) : createServer(answer);
    const { PassedConnections } = await import('../../../api/member/pass-connections.js');
    this.#passed = new PassedConnections({
      leader: () => this.#holder,
      basePath: server.BasePath ?? '',
      // A process that waits from its start knows the holder.
      hasServed: this.#holder === undefined,
    });
    const port = createPort({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) =>
      this.#take(socket),
    );
    port.maxConnections = maxConnections;
    port.on('error', (err) => log.warn({ err }, 'standby does not answer requests'));
    this.#port = port;
    await new Promise((resolve) => {
      port.once('error', resolve);
      port.listen({ host: server.Host, port: server.Port }, () => resolve(undefined));
    });
  }

  #take(socket: Socket): void {
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
    if (this.options.certificate) {
      clearTimeout(late);
      void this.#pass(socket);
    } else {
      socket.once('data', read);
      socket.resume();
    }
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

  #answer(path: string | undefined, response: Parameters<RequestListener>[1]): void {
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

/** With the versions and suites of the service, and each new certificate: a node may wait for longer than one is valid. */
function tlsServer(
  certificate: ServerCertificate,
  settings: Settings['Server'],
  answer: RequestListener,
): Server {
  const server = createTlsServer(secureContext(certificate.current, settings), answer);
  certificate.onChange((next) => server.setSecureContext(secureContext(next, settings)));
  return server;
}
