import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Access } from './access.js';

/** Without a terminal ssh must answer with an error, not wait for one; a host that falls silent is given up on. */
const PATIENCE = ['BatchMode=yes', 'ConnectTimeout=15', 'ServerAliveInterval=15', 'ServerAliveCountMax=2'];

/**
 * Runs `work` with the variables that make `git` reach an SSH host with this key and these known hosts. Without either,
 * nothing is set: the user's own keys, hosts and `GIT_SSH_COMMAND` count. A key that is no file becomes one, which only
 * we can read, for as long as `work` takes.
 */
export async function withSsh<T>(
  access: Access,
  work: (variables: Record<string, string>) => Promise<T>,
): Promise<T> {
  const { privateKey, privateKeyFile, knownHosts, knownHostsFile } = access;
  if ([privateKey, privateKeyFile, knownHosts, knownHostsFile].every((given) => given === undefined)) {
    return work({});
  }
  const folder = await temporaryFolder();
  try {
    const key = privateKey === undefined ? privateKeyFile : await file(folder, 'key', privateKey);
    const hosts = knownHosts === undefined ? knownHostsFile : await file(folder, 'known_hosts', knownHosts);
    return await work({ GIT_SSH_COMMAND: sshCommand(key, hosts), GIT_SSH_VARIANT: 'ssh' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function sshCommand(key: string | undefined, knownHosts: string | undefined): string {
  const options = [
    ...PATIENCE,
    ...(key === undefined ? [] : ['IdentitiesOnly=yes', 'IdentityAgent=none']),
    ...(knownHosts === undefined
      ? []
      : [
          'StrictHostKeyChecking=yes',
          `UserKnownHostsFile=${quotedPath(knownHosts)}`,
          'GlobalKnownHostsFile=/dev/null',
        ]),
  ];
  const words = [
    'ssh',
    ...(key === undefined ? [] : ['-i', key]),
    ...options.flatMap((option) => ['-o', option]),
  ];
  // Git hands the whole to a shell.
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}

/** ssh splits the value of this option at white space. */
function quotedPath(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path;
}

/** In memory where the system has a place for that. */
async function temporaryFolder(): Promise<string> {
  const parent = process.env['XDG_RUNTIME_DIR'] ?? tmpdir();
  await mkdir(parent, { recursive: true });
  return mkdtemp(join(parent, 'svc-ssh-'));
}

async function file(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, name);
  // OpenSSH takes no key without a line end at its end, and none with those of Windows.
  await writeFile(path, `${text.replaceAll('\r\n', '\n').trimEnd()}\n`, { mode: 0o600, flag: 'wx' });
  return path;
}
