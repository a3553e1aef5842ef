import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../eventually.js';
import { removeFolder } from '../../../remove-folder.js';
import { certificate } from '../contract/certificate.js';

const program = '/usr/sbin/mariadbd';

/** A server of MariaDB that the test started, with a certificate and with one user, who needs TLS. */
export interface Mariadb {
  port: number;
  user: string;
  password: string;
  stop(): Promise<void>;
}

/** Starts a server; returns undefined where MariaDB is not installed. @throws Error in place of that in CI */
export async function startMariadb(): Promise<Mariadb | undefined> {
  if (!existsSync(program) || process.getuid?.() !== 0) {
    const missing = `${program} is not installed (Debian: mariadb-server), or the tests do not run as root.`;
    const { SVC_REQUIRE_SERVERS, SVC_WITHOUT_MARIADB } = process.env;
    if (SVC_REQUIRE_SERVERS === '1' && SVC_WITHOUT_MARIADB === undefined) throw new Error(missing);
    console.warn(`${missing} Its tests are skipped.`);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'svc-mariadb-'));
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const [user, password] = ['svc', 'open sesame'];
  const start = file(
    'start.sql',
    `create database stock;
create user ${user}@'%' identified by '${password}' require ssl;
grant all on stock.* to ${user}@'%';
`,
  );
  const data = join(folder, 'data');
  const common = ['--no-defaults', `--datadir=${data}`, '--user=root'];
  execFileSync('mariadb-install-db', [...common, '--skip-test-db'], { stdio: 'ignore' });
  const port = await freePort();
  const child = spawn(
    program,
    [
      ...common,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(folder, 'socket')}`,
      `--ssl-cert=${file('cert.pem', certificate.cert)}`,
      `--ssl-key=${file('key.pem', certificate.key)}`,
      `--init-file=${start}`,
      '--skip-name-resolve',
      '--innodb-buffer-pool-size=16M',
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  await eventually(() => accepts(port));
  return {
    port,
    user,
    password,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      removeFolder(folder);
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'data');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
