import type { InspectedTask } from '../../../controller/rehearsal/index.js';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';
import { connect } from '../../client/connect.js';
import { runPath } from '../../client/run-of-word.js';
import { isSet, type Options } from '../../contract/command.js';
import type { Io } from '../../contract/io.js';
import { flowErrorText } from '../../output/failure-text.js';
import { paletteFor } from '../../output/terminal/palette.js';
import { printable } from '../../output/terminal/printable.js';
import { durationText } from '../../output/time-text.js';

interface Page {
  items: (InspectedTask & { childRun: string | null })[];
  nextCursor: string | null;
}

/** Executions that are printed; `--json` and the REST call have all of them, page by page. */
const maxPrinted = 10;

/** Prints the data of the executions of one task of a run; with `--json` as the server returns them. */
export async function showTask(io: Io, word: string, task: string, options: Options): Promise<void> {
  const connection = await connect(io, options);
  const { api } = connection;
  try {
    const path = `${await runPath(connection, word)}/tasks/${encodeURIComponent(task)}`;
    const page = await api.call<Page>(`${path}?limit=${maxPrinted}`);
    if (isSet(options, 'json')) io.stdout.write(`${printable(toJsonText(page, 2))}\n`);
    else printText(io, page, path);
  } finally {
    await api.close();
  }
}

function printText(io: Io, { items, nextCursor }: Page, path: string): void {
  const palette = paletteFor(io.stdout, io.env);
  const print = (name: string, value: string): void => {
    io.stdout.write(`  ${palette.dim(`${name}:`)} ${printable(value)}\n`);
  };
  for (const item of items) {
    const { name, key, status, attempt, durationMs, error, missing, childRun } = item;
    const facts = [
      status,
      ...(attempt > 1 ? [`attempt ${attempt}`] : []),
      ...item.iteration.map(({ task, index }) => `iteration ${index} of ${task}`),
      ...(durationMs === null ? [] : [durationText(durationMs)]),
    ];
    io.stdout.write(`${printable(`${name} ${key}: ${facts.join(', ')}`)}\n`);
    for (const stage of ['input', 'transformedInput', 'rawOutput', 'output'] as const) {
      const value: Json = item[stage];
      const isCut = item.cut.includes(stage);
      if (value !== null) print(stage, isCut ? `${String(value)} (cut)` : toJsonText(value));
    }
    if (childRun) print('run', childRun);
    if (missing) print('not shown', missing);
    if (error) io.stdout.write(flowErrorText(error, palette));
  }
  if (nextCursor !== null) print('more', `GET ${path}?cursor=${encodeURIComponent(nextCursor)}`);
}
