import { execa } from 'execa';
import type { Io } from '../../contract/io.js';

/** A branch that cannot be read yet is no reason to kill the service: it answers, and says what is wrong. */
const maxWaitMs = 60_000;
const pauseMs = 100;

interface Started {
  url: string;
  controller: { readiness(): readonly string[] };
}

/**
 * Reports to the supervisor of this process that the service is ready, where it asks for that with `NOTIFY_SOCKET` (sd_notify(3)):
 * when `/readyz` agrees, or after a minute with the reasons against it. Without a supervisor, does nothing.
 */
export async function reportReady(io: Io, { url, controller }: Started, signal: AbortSignal): Promise<void> {
  if (!io.env['NOTIFY_SOCKET']) return;
  const deadline = performance.now() + maxWaitMs;
  while (controller.readiness().length > 0 && performance.now() < deadline && !signal.aborted)
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  if (signal.aborted) return;
  const reasons = controller.readiness();
  const state = reasons.length === 0 ? '' : `, not ready: ${reasons.join('; ').replaceAll(/\s+/g, ' ')}`;
  await notify(io, 'READY=1', `STATUS=Answers at ${url}${state}`);
}

/** Reports to the supervisor that the service waits for the database: it is up, and takes over by itself. */
export async function reportStandby(io: Io): Promise<void> {
  if (io.env['NOTIFY_SOCKET']) await notify(io, 'READY=1', 'STATUS=Waits: another svc uses the database');
}

/** Reports to the supervisor that the service ends, so that the time until then counts as stopping. */
export async function reportStopping(io: Io): Promise<void> {
  if (io.env['NOTIFY_SOCKET']) await notify(io, 'STOPPING=1');
}

/** Node opens no datagram sockets of Unix, so a program of systemd sends the message. */
async function notify(io: Io, ...assignments: readonly string[]): Promise<void> {
  const { failed, shortMessage } = await execa('systemd-notify', assignments, {
    env: { NOTIFY_SOCKET: io.env['NOTIFY_SOCKET'] },
    reject: false,
    stdin: 'ignore',
    timeout: 10_000,
  });
  if (failed) io.stderr.write(`The supervisor was not notified: ${shortMessage}\n`);
}
