import pino from 'pino';
import { onTestFinished } from 'vitest';
import { ServicePort } from '../../../cli/client/local/service-port.js';
import { StandbyServer } from '../../../cli/client/local/standby-server.js';
import type { ServerCertificate } from '../../../controller/security/tls/server-certificate.js';
import { loadSettings } from '../../../controller/settings/index.js';
import { temporaryFolder } from '../test-io.js';

export interface WaitingNode {
  waiting: StandbyServer;
  place: ServicePort;
  port: number;
  url: string;
}

/** A process that waits for the database, with TLS where it has a certificate. */
export async function startWaiting(certificate?: ServerCertificate): Promise<WaitingNode> {
  const { Server: server } = loadSettings({ dir: temporaryFolder(), env: {} });
  const place = new ServicePort({ host: server.Host, port: 0 });
  const waiting = new StandbyServer({
    port: place,
    server,
    hasServed: false,
    certificate,
    log: pino({ level: 'silent' }),
    standby: {
      signal: new AbortController().signal,
      joins: true,
      begins() {},
      waits() {},
      replaced() {},
    },
  });
  onTestFinished(async () => {
    place.close();
    await waiting.close((socket) => socket.destroy());
    place.closeAllConnections();
  });
  await waiting.hold();
  const port = place.address?.port ?? 0;
  return { waiting, place, port, url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}` };
}
