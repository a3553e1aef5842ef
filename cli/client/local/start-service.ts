import { rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { buildApp } from '../../../api/server.js';
import type { ServiceLog } from '../../../controller/observability/index.js';
import { Problem } from '../../../controller/problems/index.js';
import type { Settings } from '../../../controller/settings/index.js';
import { startController } from '../../../controller/start/controller.js';
import { exitCodes, Failure } from '../../contract/failure.js';
import { findRunningServer, serverFile } from './installation.js';

export type Service = Awaited<ReturnType<typeof startService>>;

/**
 * Starts an installation and listens. While the service runs, `server.json` in the data directory holds its address.
 * @throws Failure when the port is taken or not allowed; Problem from the controller
 */
export async function startService(settings: Settings, log: Logger, serviceLog?: ServiceLog) {
  const options = { settings, log, ...(serviceLog ? { serviceLog } : {}) };
  const controller = await startController(options).catch((error) => cannotStart(error, settings));
  const app = buildApp({ controller, log });
  try {
    await app.listen({ host: settings.Server.Host, port: settings.Server.Port });
  } catch (error) {
    await app.close();
    await controller.stop();
    cannotListen(error, settings);
  }
  const file = serverFile(settings.DataDirectory);
  const url = urlOf(settings.Server.Host, app.server.address() as AddressInfo);
  writeFileSync(file, `${JSON.stringify({ url, pid: process.pid })}\n`, { mode: 0o600 });
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

function urlOf(host: string, { address, port, family }: AddressInfo): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (address === '::') return `http://localhost:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${host || address}:${port}`;
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
