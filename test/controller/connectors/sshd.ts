import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../eventually.js';

const program = '/usr/sbin/sshd';

/** A server of OpenSSH that the test started, with one key of its own and one of a user. */
export interface Sshd {
  port: number;
  username: string;
  privateKey: string;
  hostKey: string;
  /** A folder for the files of a test. */
  folder: string;
  stop(): Promise<void>;
}

/** Starts a server; returns undefined where OpenSSH is not installed. @throws Error in place of that in CI */
export async function startSshd(): Promise<Sshd | undefined> {
  if (!existsSync(program)) {
    const missing = `${program} is not installed (Debian: openssh-server).`;
    const { SVC_REQUIRE_SERVERS, SVC_WITHOUT_SSHD } = process.env;
    if (SVC_REQUIRE_SERVERS === '1' && SVC_WITHOUT_SSHD === undefined) throw new Error(missing);
    console.warn(`${missing} Its tests are skipped.`);
    return undefined;
  }
  // The parent of a server that gives up its rights needs this folder.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const folder = mkdtempSync(join(tmpdir(), 'svc-sshd-'));
  const file = (name: string) => join(folder, name);
  for (const name of ['host', 'user'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(name)]);
  const port = await freePort();
  const settings = [
    `ListenAddress 127.0.0.1:${port}`,
    `HostKey ${file('host')}`,
    `PidFile ${file('pid')}`,
    `AuthorizedKeysFile ${file('user.pub')}`,
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'AcceptEnv SVC_*',
    'MaxStartups 100',
    'Subsystem sftp internal-sftp',
  ];
  writeFileSync(file('config'), settings.join('\n'));
  const server = spawn(program, ['-D', '-e', '-f', file('config')], { stdio: 'ignore' });
  await eventually(() => accepts(port));
  return {
    port,
    folder,
    username: userInfo().username,
    privateKey: readFileSync(file('user'), 'utf8'),
    hostKey: readFileSync(file('host.pub'), 'utf8').trim(),
    async stop() {
      server.kill();
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
