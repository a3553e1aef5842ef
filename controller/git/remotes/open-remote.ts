import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '../../problems/index.js';
import { withoutCredentials } from '../program/git-program.js';
import type { Remote } from './contract.js';
import { HttpRemote, type HttpRemoteOptions } from './http-remote.js';
import { NativeRemote } from './native-remote.js';

interface RemoteOptions extends HttpRemoteOptions {
  /** The folder that a relative path starts from. */
  baseDir: string;
}

const SCHEME = /^([a-z][a-z0-9+.-]*):(\/\/)?/i;
const scpLike = /^[^/\\:]{2,}:/;

/**
 * Opens the transport for an address: http: and https: need no program; a path, file:, ssh: and `user@host:path` need the
 * `git` program.
 * @throws Problem settings_invalid for anything else
 */
export async function openRemote(address: string, options: RemoteOptions): Promise<Remote> {
  if (address.startsWith('-')) throw refusal(address);
  const [, scheme, slashes] = SCHEME.exec(address) ?? [];
  switch (slashes ? scheme?.toLowerCase() : undefined) {
    case 'http':
    case 'https':
      return httpRemote(address, options);
    case 'ssh':
      return sshRemote(address, options);
    case 'file':
      return localRemote(getPath(address), options);
    case undefined:
      break;
    default:
      throw refusal(address);
  }
  if (address.includes('::')) throw refusal(address);
  if (scpLike.test(address)) return sshRemote(address, options);
  return localRemote(resolve(options.baseDir, address), options);
}

/** Refuses a port out of range or a lone `%` in the user's name, with which the address is invalid. */
function httpRemote(address: string, options: RemoteOptions): Remote {
  try {
    return new HttpRemote(address, options);
  } catch (cause) {
    throw refusal(address, cause);
  }
}

async function localRemote(path: string, { gitDir, limits }: RemoteOptions): Promise<Remote> {
  return NativeRemote.open({ url: path, path, gitDir, totalMs: limits?.totalMs });
}

async function sshRemote(address: string, { gitDir, access, limits }: RemoteOptions): Promise<Remote> {
  // ssh ignores a password in an address, and other users of the machine can read the arguments of a program.
  const url = address.replace(/^(ssh:\/\/[^/:@\s]*):[^/@\s]*@/i, '$1@');
  return NativeRemote.open({ url, gitDir, access, totalMs: limits?.totalMs });
}

function getPath(address: string): string {
  try {
    return fileURLToPath(address);
  } catch (cause) {
    throw refusal(address, cause);
  }
}

function refusal(address: string, cause?: unknown): Problem {
  return new Problem(
    'settings_invalid',
    `\`Git.Remote\` is not an address that svc can follow: ${withoutCredentials(address)}`,
    {
      hints: ['Give a path, or an address with file:, http:, https: or ssh:, or `user@host:path`.'],
      cause,
    },
  );
}
