import { setTimeout as delay } from 'node:timers/promises';
import type { LogEntry } from '../../controller/runs/contract.js';
import { parseJsonText, toJsonText } from '../../schemas/json/json-text.js';
import { connect, connectionOptions } from '../client/connect.js';
import type { ApiClient } from '../client/rest/api-client.js';
import { runPath, runWords } from '../client/run-of-word.js';
import { type Command, isSet, text } from '../contract/command.js';
import { exitCodes, Failure } from '../contract/failure.js';
import { logText } from '../output/log-text.js';
import { paletteFor } from '../output/terminal/palette.js';

const pageSize = 1000;
const maxFailures = 5;

export const logs: Command = {
  usage: 'logs <run>',
  summary: 'print the log of a run',
  description: `Prints the log of a run; with --json each entry as one line of JSON.\n\n${runWords}`,
  names: ['run'],
  options: [
    { flags: '-f, --follow', description: 'print new entries until the run ends' },
    {
      flags: '--task <task>',
      description: 'print the entries of this task: its name, its reference, or the key of one execution',
    },
    ...connectionOptions,
  ],
  examples: [
    'svc logs latest -f',
    'svc logs latest --task getPet',
    'svc logs daily-report',
    'svc logs 0192f0c1',
  ],
  async run(io, [word = ''], options) {
    const connection = await connect(io, options);
    const { api } = connection;
    const palette = paletteFor(io.stdout, io.env);
    const print = (entry: LogEntry) =>
      io.stdout.write(isSet(options, 'json') ? `${toJsonText(entry)}\n` : logText(entry, palette));
    try {
      const path = `${await runPath(connection, word)}/logs`;
      const task = text(options, 'task');
      const filter = task === undefined ? {} : { task };
      await (isSet(options, 'follow')
        ? follow(api, path, filter, print)
        : printAll(api, path, filter, print));
    } finally {
      await api.close();
    }
    return exitCodes.done;
  },
};

type Filter = { task?: string };
type Print = (entry: LogEntry) => void;

async function printAll(api: ApiClient, path: string, filter: Filter, print: Print): Promise<void> {
  for (let after = 0; ; ) {
    const query = { after, limit: pageSize, ...filter };
    const { items } = await api.call<{ items: LogEntry[] }>(path, { query });
    items.forEach(print);
    if (items.length < pageSize) return;
    after = items.at(-1)?.seq ?? after;
  }
}

/** Prints entries until the run ends. Reconnects after the last entry when the connection breaks, a few times. */
async function follow(api: ApiClient, path: string, filter: Filter, print: Print): Promise<void> {
  let after = 0;
  for (let failures = 0; ; failures++) {
    try {
      for await (const { event, data } of api.events(path, {
        query: filter,
        headers: { 'last-event-id': String(after) },
      })) {
        if (event === 'end') return;
        if (event !== 'log') continue;
        const entry = parseJsonText(data) as LogEntry;
        print(entry);
        after = entry.seq;
        failures = 0;
      }
    } catch (error) {
      const mayPass = !(error instanceof Failure) || error.exitCode === exitCodes.unreachable;
      // Without a first entry the service was never reached, and waiting for it would not help.
      if (!mayPass || after === 0 || failures >= maxFailures) throw error;
    }
    if (failures >= maxFailures) {
      const hint =
        'Check that no proxy in between cuts off long answers; without `-f` the command prints the log so far.';
      const message = 'The server ended the log several times before the run ended';
      throw new Failure(exitCodes.unreachable, message, [hint]);
    }
    await delay(500);
  }
}
