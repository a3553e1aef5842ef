import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { startService } from '../../../cli/client/local/start-service.js';
import { loadSettings } from '../../../controller/settings/index.js';
import { CertificateFolder } from '../../controller/security/tls/certificates.js';
import { eventually } from '../../eventually.js';
import { serveFolder } from '../serve-folder.js';
import { greet, svc, temporaryFolder } from '../test-io.js';

/** A folder with a flow, served over HTTPS below a path, with a certificate of an unknown authority for another name. */
async function serveSecurely() {
  const files = new CertificateFolder();
  files.issue('proxy.test');
  const Tls = { Certificate: files.certificate, Key: files.key };
  const settings = JSON.stringify({ Server: { BasePath: '/svc', Tls } });
  const folder = temporaryFolder({ 'greet.yaml': greet, 'svc.yaml': settings });
  return { files, folder, url: await serveFolder(folder) };
}

const serverFile = (folder: string) => join(folder, '.svc', 'server.json');

test('commands in the folder trust the certificate of the service, before and after its renewal', async () => {
  const { files, folder, url } = await serveSecurely();
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/svc$/);
  const ready = await eventually(async () => {
    const { exitCode, stdout } = await svc(folder, ['status', '--ready', '--json']);
    return exitCode === 0 && stdout;
  });
  expect(JSON.parse(ready).status).toBe('ready');
  const before = readFileSync(serverFile(folder), 'utf8');
  files.issue('renewed.test');
  // The service looks at the files every five seconds, and uses a change at the second look.
  await eventually(() => readFileSync(serverFile(folder), 'utf8') !== before);
  const run = await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada']);
  expect([run.exitCode, JSON.parse(run.stdout).message]).toEqual([0, 'Hello, Ada']);
});

test('commands send no key to a server with another certificate than the one written down', async () => {
  const { folder } = await serveSecurely();
  const server = JSON.parse(readFileSync(serverFile(folder), 'utf8'));
  writeFileSync(serverFile(folder), JSON.stringify({ ...server, certificate: '00:11' }));
  const { exitCode, stderr } = await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada']);
  expect(exitCode).toBe(3);
  expect(stderr).toContain('another program answers there, or its certificate has just changed');
});

test('a certificate that the machine does not trust is an error with the way to trust it', async () => {
  const { url } = await serveSecurely();
  const { exitCode, stderr } = await svc(temporaryFolder(), ['status', '--ready', '--server', url]);
  expect(exitCode).toBe(3);
  expect(stderr).toContain('NODE_EXTRA_CA_CERTS=/path/to/ca.pem');
});

test('a service with files that it cannot use does not start, and names setting and reason', async () => {
  const files = new CertificateFolder();
  files.write({ key: 'x' });
  const env = { SVC_Server__Tls__Certificate: files.certificate, SVC_Server__Tls__Key: files.key };
  const settings = loadSettings({ dir: temporaryFolder(), env });
  await expect(startService(settings, pino({ level: 'silent' }))).rejects.toThrow(
    `Server.Tls.Key: ${files.key}: holds no PEM private key`,
  );
});

test('`status --ready` ends with 3 where no service runs, and starts none', async () => {
  const folder = temporaryFolder({ 'greet.yaml': greet, 'svc.yaml': '' });
  const { exitCode, stdout, stderr } = await svc(folder, ['status', '--ready']);
  expect([exitCode, stdout]).toEqual([3, '']);
  expect(stderr).toContain('No service runs here');
});
