import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Starts a script of this folder in a separate process and resolves with its first message. */
export async function startChild<Message>(
  script: string,
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<{ child: ChildProcess; message: Message }> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, args, {
    execArgv: ['--import', 'tsx', ...flags],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const message = await new Promise<Message>((resolve, reject) => {
    child.once('message', (value) => resolve(value as Message));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return { child, message };
}
