import { rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { buildApp } from '../../api/server.js';
import { type StartedController, startController } from '../../controller/controller.js';
import { Problem } from '../../controller/problems/index.js';
import type { ServiceLog } from '../../controller/service-log/index.js';
import type { Settings } from '../../controller/settings/index.js';
import { findRunningServer, serverFile } from '../client/installation.js';
import { exitCodes, Failure } from '../failure.js';

export interface Service {
  /** An address to reach it from this machine. */
  url: string;
  controller: StartedController;
  /** Takes no new requests, finishes those under way, then stops what is below. */
  stop(): Promise<void>;
}

/**
 * Starts an installation and listens. While it runs, `server.json` in the data directory tells where.
 * @throws Failure for a port that is taken or may not be used; Problem from the controller
 */
export async function startService(
  settings: Settings,
  log: Logger,
  serviceLog?: ServiceLog,
): Promise<Service> {
  const controller = await startController({ settings, log, ...(serviceLog ? { serviceLog } : {}) }).catch(
    (error: unknown) => {
      throw withRunningServer(error, settings);
    },
  );
  const app = buildApp({ controller, log });
  try {
    await app.listen({ host: settings.Server.Host, port: settings.Server.Port });
  } catch (error) {
    await app.close();
    await controller.stop();
    throw cannotListen(error, settings);
  }
  const file = serverFile(settings.DataDirectory);
  const url = urlOf(settings.Server.Host, app.server.address() as AddressInfo);
  writeFileSync(file, `${JSON.stringify({ url, pid: process.pid })}\n`, { mode: 0o600 });
  return {
    url,
    controller,
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

function withRunningServer(error: unknown, settings: Settings): unknown {
  if (!(error instanceof Problem) || error.code !== 'data_directory_in_use') return error;
  const running = findRunningServer(settings.DataDirectory);
  return new Failure(
    exitCodes.usage,
    error.message,
    running ? [`It runs as process ${running.pid} and answers at ${running.url}.`] : error.hints,
    { cause: error },
  );
}

function cannotListen(error: unknown, { Server }: Settings): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const place = `${Server.Host}:${Server.Port}`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `Something else listens on ${place} already`,
    EACCES: `This user may not listen on ${place}`,
    EADDRNOTAVAIL: `${Server.Host} is not an address of this machine`,
    ENOTFOUND: `${Server.Host} is not an address of this machine`,
  };
  const reason = code === undefined ? undefined : reasons[code];
  if (reason === undefined) return error;
  return new Failure(
    exitCodes.usage,
    reason,
    ['Choose another with `--port` or `--host`; `--port 0` takes any free one.'],
    {
      cause: error,
    },
  );
}
