import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { buildApp } from '../../../../api/server.js';
import { ServerCertificate } from '../../../../controller/security/tls/server-certificate.js';
import { defaultSettings, type Settings } from '../../../../controller/settings/index.js';
import { CertificateFolder } from '../../../controller/security/tls/certificates.js';
import { fakeController } from '../../fake-controller.js';

/** A service with TLS that listens on 127.0.0.1 and looks at its certificate often. */
export async function startSecureApp(server: Partial<Settings['Server']> = {}) {
  const files = new CertificateFolder();
  const log = pino({ level: 'silent' });
  const certificate = new ServerCertificate(files, { log, intervalMs: 20 });
  const Tls = { Certificate: files.certificate, Key: files.key, MinVersion: 'TLSv1.2' as const };
  const settings = { ...defaultSettings, Server: { ...defaultSettings.Server, Tls, ...server } };
  const app = buildApp({ controller: { ...fakeController(), settings, certificate }, log });
  onTestFinished(async () => {
    await app.close();
    certificate.close();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, files, certificate, port };
}
