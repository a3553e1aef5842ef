import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { devNull, hostname } from 'node:os';
import { ExecaError, execa } from 'execa';
import { Problem } from '../../problems/index.js';

/** Tells this process apart from an earlier one with the same number, as after the restart of a container. */
const PROCESS = randomUUID().slice(0, 8);
const HOST = hostname().replaceAll(/[^A-Za-z0-9.-]/g, '_');

/** Returns a new file name that names this process as its owner. */
export function ownedName(): string {
  return `${HOST}~${process.pid}~${PROCESS}~${randomUUID()}`;
}

/** True when the owner in an `ownedName` has ended; false for a process of another host, which cannot be checked. */
export function isOwnerDead(name: string): boolean {
  const [host, pid, which] = name.split('~');
  if (host !== HOST) return false;
  if (Number(pid) === process.pid) return which !== PROCESS;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Writes a new file and waits until its bytes are on the disk; its name is durable only after `syncFolder`. */
export async function writeSynced(path: string, parts: readonly Uint8Array[], mode = 0o600): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    await handle.writeFile(Buffer.concat(parts));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Waits until the created, renamed and deleted names of a folder are on the disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders; NTFS keeps names in its own journal.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const timeoutMs = 300_000;
const SAFE = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'protocol.ext.allow=never',
  '-c',
  'core.fsmonitor=false',
];
/** Variables of Git for reaching a remote. All others (`GIT_DIR`, …) are removed: they could name another repository. */
const keptVariables: ReadonlySet<string> = new Set([
  'GIT_ASKPASS',
  'GIT_CONFIG_GLOBAL',
  'GIT_EXEC_PATH',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_SSH_VARIANT',
]);

export interface GitProgramOptions {
  gitDir: string;
  /** The subject of the problem's text: `Fetching from <location>`. */
  purpose: string;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Environment variables that override those of svc. */
  variables?: Readonly<Record<string, string>>;
}

/** The output of the program; `failure` is set when it failed. */
export interface GitOutcome {
  stdout: string;
  stderr: string;
  failure: Problem | undefined;
}

/**
 * Runs the `git` program on a repository of svc and returns its output. Never asks for a password, runs no hook, and uses
 * no transport that runs commands (`ext::`).
 * @throws Problem git_failed with the first error that Git printed
 */
export async function runGit(args: readonly string[], options: GitProgramOptions): Promise<string> {
  const { stdout, failure } = await tryGit(args, options);
  if (failure) throw failure;
  return stdout;
}

/** As `runGit`, for a command whose output counts also when it fails. Does not throw. */
export async function tryGit(args: readonly string[], options: GitProgramOptions): Promise<GitOutcome> {
  try {
    const { stdout, stderr } = await execa('git', [...SAFE, '--git-dir', options.gitDir, ...args], {
      env: { ...environment(), ...options.variables },
      extendEnv: false,
      stdin: 'ignore',
      timeout: options.timeoutMs ?? timeoutMs,
      ...(options.signal ? { cancelSignal: options.signal } : {}),
    });
    return { stdout, stderr, failure: undefined };
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause instanceof ExecaError ? cause : {};
    return { stdout: String(stdout), stderr: String(stderr), failure: toProblem(cause, options.purpose) };
  }
}

/** Lets Git pack the repository when it has more packs than `packLimit`. @throws as `runGit` */
export async function collectGarbage(packLimit: number, options: GitProgramOptions): Promise<void> {
  // Git keeps unreachable loose objects for two weeks by default: they may belong to a commit that is being written.
  const config = ['gc.autoDetach=false', `gc.autoPackLimit=${packLimit}`].flatMap((pair) => ['-c', pair]);
  await runGit([...config, 'gc', '--auto', '--quiet'], options);
}

function environment(): Record<string, string> {
  const env: Record<string, string> = {
    // Without a terminal ssh must fail instead of asking.
    GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o ConnectTimeout=15 -o ServerAliveInterval=15',
  };
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && (!name.startsWith('GIT_') || keptVariables.has(name))) env[name] = value;
  }
  return { ...env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
}

/** Returns the environment for reading objects: no settings of the user or the machine, no replaced objects. */
export function localEnvironment(): Record<string, string> {
  const kept = Object.entries(environment()).filter(([name]) => !name.startsWith('GIT_'));
  const git = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull, GIT_NO_REPLACE_OBJECTS: '1' };
  return { ...Object.fromEntries(kept), ...git };
}

/** Git's words about objects that a partial clone leaves at its own remote. */
const partialClone = /lazy fetching disabled|from promisor remote/i;

/** Error texts of Git and the hints for them. The first match counts. */
const HINTS: readonly { pattern: RegExp; hint: string }[] = [
  {
    pattern: /dubious ownership in repository at '([^']+)'/,
    hint: 'The repository belongs to another user. As the user svc runs as: `git config --global --add safe.directory <the path>`.',
  },
  {
    pattern: partialClone,
    hint: 'Fetch them in that clone: `git fetch --refetch --no-filter`.',
  },
  {
    pattern: /mismatched algorithms|object.format/i,
    hint: "Use a repository with SHA-1 object names, Git's default; SHA-256 is not supported.",
  },
  {
    pattern: /does not appear to be a git repository|not a git repository|repository .* not found/i,
    hint: 'Check `Git.Remote`: there is no Git repository at that address.',
  },
  {
    pattern: /permission denied|host key verification|authentication failed/i,
    hint: 'Check the SSH key and the known hosts (`Git.Credentials`, else those of the user svc runs as): `ssh -T <host>` must work with them without a question.',
  },
  {
    pattern:
      /could not resolve|connection (refused|timed out|closed)|no route to host|could not read from remote/i,
    hint: 'Check the address in `Git.Remote` and the network; svc continues with the last fetched state and tries again.',
  },
];

function toProblem(cause: unknown, purpose: string): Problem {
  if (!(cause instanceof ExecaError)) return new Problem('git_failed', `${purpose} failed.`, { cause });
  if (cause.code === 'ENOENT') {
    return new Problem('git_failed', `${purpose} needs the \`git\` program, and there is none on the PATH.`, {
      hints: ['Install Git, or use an http: or https: address in `Git.Remote`, which needs no program.'],
      cause,
    });
  }
  if (cause.timedOut)
    return new Problem('git_failed', `${purpose} took too long and was stopped.`, { cause });
  if (cause.isCanceled) return new Problem('git_failed', `${purpose} was stopped.`, { cause });
  const errors = String(cause.stderr ?? '');
  const reason = partialClone.test(errors)
    ? 'it is a partial clone, which lacks objects of its branches'
    : firstError(errors);
  const hint = HINTS.find(({ pattern }) => pattern.test(errors));
  return new Problem('git_failed', `${purpose} failed: ${reason}`, {
    ...(hint ? { hints: [hint.hint] } : {}),
    cause,
  });
}

function firstError(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const at = lines.findIndex((candidate) => /^(fatal|error|ssh):/.test(candidate));
  // The line of Git is generic; the line before it, of ssh or the remote, has the reason.
  const isVague = lines[at]?.startsWith('fatal: Could not read from remote repository') && at > 0;
  const line = lines[isVague ? at - 1 : at] ?? lines[0] ?? 'no reason given';
  return withoutCredentials(line.replace(/^(fatal|error): /, ''));
}

/** Removes the credentials of addresses: `scheme://user:password@host` becomes `scheme://host`. */
export function withoutCredentials(text: string): string {
  return text.replaceAll(/([a-z][a-z0-9+.-]*:\/\/)[^/@\s]*@/gi, '$1');
}
