import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Logger } from 'pino';
import { secureContext } from '../../../api/http/tls.js';
import { Problem } from '../../../controller/problems/index.js';
import type { ServerCertificate } from '../../../controller/security/tls/server-certificate.js';
import type { Settings } from '../../../controller/settings/index.js';
import type { Standby } from '../../../controller/storage/index.js';

interface StandbyServerOptions {
  server: Settings['Server'];
  certificate: ServerCertificate | undefined;
  log: Logger;
  standby: Standby;
}

/**
 * Answers at the address of the service while it waits for the database: `/healthz` says that the process lives, all else
 * that another one serves, so that a load balancer sends requests there.
 */
export class StandbyServer implements Standby {
  #server: Server | undefined;

  constructor(private readonly options: StandbyServerOptions) {}

  get signal(): AbortSignal {
    return this.options.standby.signal;
  }

  get joins(): boolean {
    return this.options.standby.joins;
  }

  begins(holder: { id: string; version: string }): void {
    this.options.standby.begins(holder);
  }

  waits(holder: { id: string; version: string }): void {
    const { server, certificate, log, standby } = this.options;
    standby.waits(holder);
    const { Host, Port, BasePath = '' } = server;
    const problem = new Problem('standby', `The node ${holder.id} serves this installation.`);
    const answer: RequestListener = (request, response) => {
      const isAlive = request.url === `${BasePath}/healthz`;
      response.writeHead(isAlive ? 200 : 503, {
        'content-type': isAlive ? 'application/json' : 'application/problem+json',
        connection: 'close',
        'retry-after': '5',
      });
      response.end(JSON.stringify(isAlive ? { status: 'ok' } : problem.toBody('', '')));
    };
    this.#server = certificate ? tlsServer(certificate, server, answer) : createServer(answer);
    this.#server.on('error', (err) => log.warn({ err }, 'standby does not answer requests'));
    this.#server.listen({ host: Host, port: Port });
  }

  replaced(problem: Problem): void {
    this.options.standby.replaced(problem);
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (!server?.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
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
