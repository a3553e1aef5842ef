import { connectionOptions, connectToRunning } from '../client/connect.js';
import { printAnswer } from '../client/noun-command.js';
import { readStatus } from '../client/read-status.js';
import { type Command, isSet, type Options } from '../contract/command.js';
import { exitCodes, Failure } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { isHealthy, statusText } from '../output/status-text.js';

export const status: Command = {
  usage: 'status',
  summary: 'show the state of the server, of the branch and of its runs',
  description:
    'Prints the server and the caller, whether the newest commit is in service, the findings in it, the unfinished runs\n' +
    'and, for administrators, the checks of the installation.\n' +
    'The exit code is 1 when the branch is not ready, in whole or in part, or a check fails.\n' +
    'With `--ready`, it is 0 when the server can take work and 3 when it cannot, for supervisors and containers.',
  options: [
    { flags: '-w, --watch', description: 'show it again every two seconds, until Ctrl+C' },
    { flags: '--ready', description: 'ask only if the server can take work; no key is needed' },
    ...connectionOptions,
  ],
  examples: [
    'svc status',
    'svc status --watch',
    'svc status --branch feature/refunds --json',
    'svc status --ready --dir /data',
  ],
  async run(io, _args, options) {
    if (isSet(options, 'ready')) return askReady(io, options);
    const status = await printAnswer(io, options, readStatus, statusText);
    return isHealthy(status) ? exitCodes.done : exitCodes.faulted;
  },
};

/** @throws Failure with the exit code `unreachable` when no server answers, or it is not ready */
async function askReady(io: Io, options: Options): Promise<number> {
  const connection = connectToRunning(io, options);
  if (!connection) {
    throw new Failure(exitCodes.unreachable, 'No service runs here', [
      'Start one with `svc serve`, or name its folder with `--dir` or its address with `--server`.',
    ]);
  }
  const { api } = connection;
  try {
    const answer = await api.call<{ status: string; version: string }>('/readyz');
    const line = isSet(options, 'json') ? JSON.stringify(answer) : `${answer.status}, svc ${answer.version}`;
    io.stdout.write(`${line}\n`);
    return exitCodes.done;
  } finally {
    await api.close();
  }
}
