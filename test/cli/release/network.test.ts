import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { program } from '../../program.js';
import { temporaryFolder } from '../test-io.js';
import { getDirVersion } from './installation.js';
import { ReleaseRepository } from './release-repository.js';
import { serveRepository } from './repository-server.js';

/** Starts a proxy that connects to this machine whatever the host is, and gathers the hosts that were asked for. */
async function startProxy(): Promise<{ address: string; asked: Set<string> }> {
  const asked = new Set<string>();
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    asked.add(url);
    const server = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      server.pipe(socket).pipe(server);
    });
    for (const end of [server, socket]) end.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  return { address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}

test('a process fetches through a proxy, and trusts the authority that NODE_EXTRA_CA_CERTS names', async () => {
  const repository = new ReleaseRepository(temporaryFolder());
  await repository.publish([{ version: '1.0.0' }]);
  const server = await serveRepository(repository.folder);
  const proxy = await startProxy();
  const dir = temporaryFolder({ 'ca.pem': server.ca });
  mkdirSync(join(dir, 'tuf'));
  writeFileSync(join(dir, 'tuf/root.json'), repository.root());
  const { port } = new URL(server.address);
  const words = ['app', 'fetch', '--dir', dir, '--url', `https://localhost:${port}/`];
  const [node, ...args] = program;
  const run = (env: Record<string, string>) =>
    execa(node, [...args, ...words], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      extendEnv: false,
      reject: false,
    });
  const trusted = { NODE_EXTRA_CA_CERTS: join(dir, 'ca.pem') };
  const refused = await run({});
  expect([refused.exitCode, refused.stderr]).toEqual([3, expect.stringContaining('release_unreachable')]);
  expect(existsSync(join(dir, 'releases'))).toBe(false);
  const fetched = await run({ ...trusted, HTTPS_PROXY: proxy.address });
  expect([fetched.exitCode, fetched.stderr]).toEqual([0, '']);
  expect([...proxy.asked]).toEqual([`localhost:${port}`]);
  expect(await getDirVersion(dir)).toBe('1.0.0');
});
