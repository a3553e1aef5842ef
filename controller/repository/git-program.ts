import { devNull } from 'node:os';
import { ExecaError, execa } from 'execa';
import { Problem } from '../problems/index.js';

const TIMEOUT_MS = 300_000;
const SAFE = [
  ...['-c', 'core.hooksPath=/dev/null'],
  ...['-c', 'protocol.ext.allow=never'],
  ...['-c', 'core.fsmonitor=false'],
];
/** The variables of Git that say how to reach a remote; all others (`GIT_DIR`, …) would point it elsewhere. */
const KEPT_VARIABLES: ReadonlySet<string> = new Set([
  'GIT_ASKPASS',
  'GIT_CONFIG_GLOBAL',
  'GIT_EXEC_PATH',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_SSH_VARIANT',
]);

export interface GitProgramOptions {
  gitDir: string;
  /** What is being done, for the problem's text: `Fetching from <location>`. */
  purpose: string;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Set besides, and in place of, those of our own environment. */
  variables?: Readonly<Record<string, string>>;
}

/** What the program printed; `failure` when it did not end well. */
export interface GitOutcome {
  stdout: string;
  stderr: string;
  failure: Problem | undefined;
}

/**
 * Runs the `git` program on a repository of ours and answers with what it printed. Never asks anyone for a password,
 * runs no hook, and uses no transport that runs commands (`ext::`).
 *
 * @throws Problem git_failed with Git's own first complaint
 */
export async function runGit(args: readonly string[], options: GitProgramOptions): Promise<string> {
  const { stdout, failure } = await tryGit(args, options);
  if (failure) throw failure;
  return stdout;
}

/** As `runGit`, for a command whose output says more than its exit code. Does not throw. */
export async function tryGit(args: readonly string[], options: GitProgramOptions): Promise<GitOutcome> {
  try {
    const { stdout, stderr } = await execa('git', [...SAFE, '--git-dir', options.gitDir, ...args], {
      env: { ...environment(), ...options.variables },
      extendEnv: false,
      stdin: 'ignore',
      timeout: options.timeoutMs ?? TIMEOUT_MS,
      ...(options.signal ? { cancelSignal: options.signal } : {}),
    });
    return { stdout, stderr, failure: undefined };
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause instanceof ExecaError ? cause : {};
    return { stdout: String(stdout), stderr: String(stderr), failure: problemOf(cause, options.purpose) };
  }
}

function environment(): Record<string, string> {
  const env: Record<string, string> = {
    // Without a terminal ssh must answer with an error, not wait for one.
    GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o ConnectTimeout=15 -o ServerAliveInterval=15',
  };
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && (!name.startsWith('GIT_') || KEPT_VARIABLES.has(name))) env[name] = value;
  }
  return { ...env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
}

/** For reading a repository of ours: no remote, no settings of the user or the machine, each object as it was stored. */
export function localEnvironment(): Record<string, string> {
  const kept = Object.entries(environment()).filter(([name]) => !name.startsWith('GIT_'));
  const git = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull, GIT_NO_REPLACE_OBJECTS: '1' };
  return { ...Object.fromEntries(kept), ...git };
}

/** What Git complains about → what to do. The first that fits counts. */
const CURES: readonly { complaint: RegExp; hint: string }[] = [
  {
    complaint: /dubious ownership in repository at '([^']+)'/,
    hint: 'The repository belongs to another user. As the user svc runs as: `git config --global --add safe.directory <the path>`.',
  },
  {
    complaint: /mismatched algorithms|object.format/i,
    hint: "Use a repository with SHA-1 object names, Git's default; SHA-256 is not supported.",
  },
  {
    complaint: /does not appear to be a git repository|not a git repository|repository .* not found/i,
    hint: 'Check `Git.Remote`: there is no Git repository at that address.',
  },
  {
    complaint: /permission denied|host key verification|authentication failed/i,
    hint: 'Check the SSH key and the known hosts (`Git.Credentials`, else those of the user svc runs as): `ssh -T <host>` must work with them without a question.',
  },
  {
    complaint:
      /could not resolve|connection (refused|timed out|closed)|no route to host|could not read from remote/i,
    hint: 'Check the address in `Git.Remote` and the network; svc goes on with what it has and tries again.',
  },
];

function problemOf(cause: unknown, purpose: string): Problem {
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
  const complaint = String(cause.stderr ?? '');
  const cure = CURES.find((candidate) => candidate.complaint.test(complaint));
  return new Problem('git_failed', `${purpose} failed: ${firstComplaint(complaint)}`, {
    ...(cure ? { hints: [cure.hint] } : {}),
    cause,
  });
}

function firstComplaint(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const at = lines.findIndex((candidate) => /^(fatal|error|ssh):/.test(candidate));
  // Git only says that something was amiss; what it was, ssh or the other side has said right before.
  const isVague = lines[at]?.startsWith('fatal: Could not read from remote repository') && at > 0;
  const line = lines[isVague ? at - 1 : at] ?? lines[0] ?? 'no reason given';
  return withoutCredentials(line.replace(/^(fatal|error): /, ''));
}

/** `scheme://user:password@host` → `scheme://host`. */
export function withoutCredentials(text: string): string {
  return text.replaceAll(/([a-z][a-z0-9+.-]*:\/\/)[^/@\s]*@/gi, '$1');
}
