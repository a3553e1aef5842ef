import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { CodeFault, type Outcome } from '../contract.js';
import type { CodeLimits } from '../limits.js';
import type { Command } from './programs.js';

/**
 * Runs a command in a folder of its own, which is removed afterwards, and whatever it left running is killed.
 * @throws CodeFault timeout, limit, invalid; the reason of the signal
 */
export async function runProcess(
  command: Command,
  stdin: string,
  limits: CodeLimits,
  signal: AbortSignal,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-script-'));
  try {
    for (const [name, content] of Object.entries(command.files)) {
      await writeFile(join(folder, name), content, { mode: 0o600 });
    }
    return await execute(command, stdin, folder, limits, signal);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function execute(
  command: Command,
  stdin: string,
  cwd: string,
  limits: CodeLimits,
  signal: AbortSignal,
): Promise<Outcome> {
  signal.throwIfAborted();
  const child = execa(command.program, command.arguments, {
    cwd,
    env: command.environment,
    extendEnv: false,
    input: stdin,
    // A group of its own, to be killed as a whole.
    detached: process.platform !== 'win32',
    maxBuffer: limits.output,
    stripFinalNewline: false,
    reject: false,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  const kill = () => killGroup(child.pid, () => child.kill('SIGKILL'));
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    kill();
  }, limits.processTimeMs);
  signal.addEventListener('abort', kill, { once: true });
  // What it left in the background holds its output open.
  child.once('exit', kill);
  try {
    const result = await child;
    signal.throwIfAborted();
    const written = { stdout: result.stdout, stderr: result.stderr };
    if (expired) {
      throw new CodeFault('timeout', `The process ran longer than ${limits.processTimeMs} ms`, written);
    }
    if (result.isMaxBuffer) {
      throw new CodeFault('limit', `The process wrote more than ${limits.output} characters`, written);
    }
    if (result.code === 'ENOENT' || result.code === 'EACCES') {
      throw new CodeFault('invalid', `\`${command.program}\` cannot be started on this machine`);
    }
    if (result.code === 'E2BIG')
      throw new CodeFault('limit', 'There is too much in arguments and environment');
    if (result.exitCode !== undefined) return { ...written, code: result.exitCode };
    if (result.signal) return { ...written, code: 128 + (constants.signals[result.signal] ?? 0) };
    throw result.cause ?? new Error('The process ended without an exit code', { cause: result });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
  }
}

function killGroup(pid: number | undefined, killAlone: () => unknown): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    killAlone();
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: nobody of the group is left. EPERM: macOS says so of a group of zombies.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
