import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Without a terminal ssh must fail instead of asking; a silent host is given up on. */
const sshOptions = ['BatchMode=yes', 'ConnectTimeout=15', 'ServerAliveInterval=15', 'ServerAliveCountMax=2'];

/** The credentials for a remote. Texts are secret; files are named by path. */
export interface Access {
  /** For http: and https:. */
  username?: string | undefined;
  /** A password, or a token in its place. */
  password?: string | undefined;
  /** For ssh: a private key in OpenSSH or PEM form. */
  privateKey?: string | undefined;
  privateKeyFile?: string | undefined;
  /** For ssh: lines of a `known_hosts` file; no other host is trusted then. */
  knownHosts?: string | undefined;
  knownHostsFile?: string | undefined;
}

/** Called at each use, so that a rotated secret counts at once. @throws Problem secret_not_found */
export type AccessProvider = () => Promise<Access>;

export async function noAccess(): Promise<Access> {
  return {};
}

/** Returns the `Authorization` header of HTTP Basic (RFC 7617); no header without credentials. */
export function basicAuthorization({ username = '', password = '' }: Access): Record<string, string> {
  if (username === '' && password === '') return {};
  // A token alone: forges check the password and accept any name that is not empty.
  const user = username === '' ? 'git' : username;
  return { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

/**
 * Runs `work` with the variables that make `git` use this key and these known hosts. Without either, no variable is set:
 * the keys, hosts and `GIT_SSH_COMMAND` of the user count. A key that is a text is in a file that only svc can read while
 * `work` runs.
 */
export async function withSsh<T>(
  access: Access,
  work: (variables: Record<string, string>) => Promise<T>,
): Promise<T> {
  const { privateKey, privateKeyFile, knownHosts, knownHostsFile } = access;
  if (
    [privateKey, privateKeyFile, knownHosts, knownHostsFile].every((credential) => credential === undefined)
  ) {
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
    ...sshOptions,
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
  // Git passes the whole text to a shell.
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}

/** ssh splits the value of this option at white space. */
function quotedPath(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path;
}

/** Creates a folder in memory where the system has a place for that. */
async function temporaryFolder(): Promise<string> {
  const parent = process.env['XDG_RUNTIME_DIR'] ?? tmpdir();
  await mkdir(parent, { recursive: true });
  return mkdtemp(join(parent, 'svc-ssh-'));
}

async function file(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, name);
  // OpenSSH refuses a key without a final line end, and one with the line ends of Windows.
  await writeFile(path, `${text.replaceAll('\r\n', '\n').trimEnd()}\n`, { mode: 0o600, flag: 'wx' });
  return path;
}
