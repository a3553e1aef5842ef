import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, cpSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from './peer.js';

const patienceMs = 60_000;
const servers = fileURLToPath(new URL('servers', import.meta.url));

/** Starts a program whose output goes to a file of the scratch folder; it is ended with the peer. */
export function startProgram(
  place: Place,
  [command = '', ...args]: readonly string[],
  environment: Record<string, string> = {},
): ChildProcess {
  const log = join(place.scratch, 'output.log');
  const output = openSync(log, 'a');
  const env = { ...process.env, DO_NOT_TRACK: '1', NODE_ENV: 'production', ...environment };
  const child = spawn(command, args, { stdio: ['ignore', output, output, 'ipc'], cwd: place.scratch, env });
  closeSync(output);
  child.on('error', () => {});
  if (child.pid !== undefined) place.processes.push(child.pid);
  place.onStop(() => ended(child));
  return child;
}

/** Starts a script of `servers` beside the packages of the peer, and resolves with the port that it reports. */
export async function startServer(
  place: Place,
  script: string,
  args: readonly string[] = [],
): Promise<{ port: number; runtime: string }> {
  const folder = join(place.installed, 'servers');
  cpSync(servers, folder, { recursive: true });
  const child = startProgram(place, [place.node, join(folder, script), ...args]);
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as { port: number; runtime: string }));
    child.once('exit', () => reject(new Error(`${script} ended: ${lastLines(place)}`)));
    setTimeout(() => reject(new Error(`${script} did not start: ${lastLines(place)}`)), patienceMs).unref();
  });
}

/** Resolves when `attempt` does, which is repeated meanwhile. */
export async function eventually<Result>(
  place: Place,
  child: ChildProcess,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (const deadline = Date.now() + patienceMs; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (child.pid === undefined || child.exitCode !== null || Date.now() > deadline)
        throw new Error(`${(error as Error).message}: ${lastLines(place)}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** A port that is free at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Ends a process, by force when it takes long. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await exit;
  clearTimeout(force);
}

function lastLines({ scratch }: Place): string {
  return readFileSync(join(scratch, 'output.log'), 'utf8')
    .trim()
    .split('\n')
    .slice(-5)
    .join(' / ')
    .slice(-600);
}
