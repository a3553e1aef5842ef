import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { buildApp } from '../../../api/server.js';
import type { ServiceLog } from '../../../controller/observability/index.js';
import { Problem } from '../../../controller/problems/index.js';
import { ServerCertificate } from '../../../controller/security/tls/server-certificate.js';
import type { Settings } from '../../../controller/settings/index.js';
import { startController } from '../../../controller/start/controller.js';
import type { Standby } from '../../../controller/storage/index.js';
import { exitCodes, Failure } from '../../contract/failure.js';
import { findRunningServer, type RunningServer, serverFile } from './installation.js';
import { StandbyServer } from './standby-server.js';

export interface StartOptions {
  serviceLog?: ServiceLog | undefined;
  /** Left out: a database that another process uses is an error. */
  standby?: Standby | undefined;
}

export type Service = Awaited<ReturnType<typeof startService>>;

/**
 * Starts an installation and listens. While the service runs, `server.json` in the data directory holds its address.
 * @throws Failure when the port is taken or not allowed; Problem from the controller, and for a certificate that cannot be used
 */
export async function startService(
  settings: Settings,
  log: Logger,
  { serviceLog, standby }: StartOptions = {},
) {
  const certificate = openCertificate(settings, log);
  const waiting = standby && new StandbyServer({ server: settings.Server, certificate, log, standby });
  const options = { settings, log, certificate, standby: waiting, ...(serviceLog ? { serviceLog } : {}) };
  const controller = await startController(options)
    .catch((error) => cannotStart(error, settings))
    .finally(() => waiting?.close());
  const app = buildApp({ controller, log });
  try {
    await app.listen({ host: settings.Server.Host, port: settings.Server.Port });
  } catch (error) {
    await app.close();
    await controller.stop();
    cannotListen(error, settings);
  }
  const file = serverFile(settings.DataDirectory);
  const url = urlOf(settings.Server, app.server.address() as AddressInfo);
  announce(file, { url, pid: process.pid }, certificate);
  return {
    /** An address that reaches the service from this machine. */
    url,
    controller,
    /** Refuses new requests, finishes those in progress, then stops the controller. */
    async stop() {
      rmSync(file, { force: true });
      await app.close();
      await controller.stop();
    },
  };
}

function openCertificate({ Server: { Tls } }: Settings, log: Logger): ServerCertificate | undefined {
  return Tls && new ServerCertificate({ certificate: Tls.Certificate, key: Tls.Key }, { log });
}

/** Writes down how commands on this machine reach the service, again with each new certificate. */
function announce(file: string, server: RunningServer, certificate: ServerCertificate | undefined): void {
  const write = (content: RunningServer) => {
    writeFileSync(`${file}.tmp`, `${JSON.stringify(content)}\n`, { mode: 0o600 });
    renameSync(`${file}.tmp`, file);
  };
  write(certificate ? { ...server, certificate: certificate.current.fingerprint } : server);
  certificate?.onChange(({ fingerprint }) => write({ ...server, certificate: fingerprint }));
}

function urlOf(
  { Host, BasePath = '', Tls }: Settings['Server'],
  { address, port, family }: AddressInfo,
): string {
  const own = family === 'IPv6' ? `[${address}]` : Host || address;
  const host = { '0.0.0.0': '127.0.0.1', '::': 'localhost' }[address] ?? own;
  return `${Tls ? 'https' : 'http'}://${host}:${port}${BasePath}`;
}

function cannotStart(error: unknown, settings: Settings): never {
  if (!(error instanceof Problem) || error.code !== 'data_directory_in_use') throw error;
  const running = findRunningServer(settings.DataDirectory);
  const hints = running
    ? [`The service that uses it is process ${running.pid} and answers at ${running.url}.`]
    : error.hints;
  throw new Failure(exitCodes.usage, error.message, hints, { cause: error });
}

function cannotListen(error: unknown, { Server }: Settings): never {
  const { code = '' } = error as NodeJS.ErrnoException;
  const place = `${Server.Host}:${Server.Port}`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `Something else listens on ${place} already`,
    EACCES: `This user may not listen on ${place}`,
    EADDRNOTAVAIL: `${Server.Host} is not an address of this machine`,
    ENOTFOUND: `${Server.Host} is not an address of this machine`,
  };
  const reason = reasons[code];
  if (reason === undefined) throw error;
  const hints = ['Choose another with `--port` or `--host`; `--port 0` takes any free port.'];
  throw new Failure(exitCodes.usage, reason, hints, { cause: error });
}
