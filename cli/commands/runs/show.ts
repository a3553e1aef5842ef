import type { Run, TaskRecord } from '../../../controller/runs/contract.js';
import { toJsonText } from '../../../schemas/json/json-text.js';
import { connect } from '../../client/connect.js';
import { runPath } from '../../client/run-of-word.js';
import { isSet, type Options } from '../../contract/command.js';
import type { Io } from '../../contract/io.js';
import { flowErrorText } from '../../output/failure-text.js';
import { paletteFor } from '../../output/terminal/palette.js';
import { printable } from '../../output/terminal/printable.js';
import { Timeline } from '../../output/timeline.js';

/** Prints a run with its tasks; with `--json` as the server returns them, the tasks as `tasks`. */
export async function show(io: Io, word: string, options: Options): Promise<void> {
  const connection = await connect(io, options);
  const { api } = connection;
  try {
    const path = await runPath(connection, word);
    const run = await api.call<Run & { failed?: Failure }>(path);
    const { items: tasks } = await api.call<{ items: TaskRecord[] }>(`${path}/tasks`);
    if (isSet(options, 'json')) {
      io.stdout.write(`${printable(toJsonText({ ...run, tasks }, 2))}\n`);
    } else {
      printText(io, run, tasks);
    }
  } finally {
    await api.close();
  }
}

/** The failure of a run, as the server describes it. */
interface Failure {
  iteration: { task: string; index: number }[];
  childRun?: { run: string; task: string | null };
  likelyFix: string;
}

function failureText({ id }: Run, { iteration, childRun, likelyFix }: Failure): string {
  const lines = [
    ...iteration.map(({ task, index }) => `iteration: ${index} of ${task}`),
    ...(childRun ? [`failed in: run ${childRun.run}${childRun.task ? ` at ${childRun.task}` : ''}`] : []),
    `likely fix: ${likelyFix}`,
    `next: svc runs retry ${id} --revision newest   (or: svc runs rerun ${id})`,
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function printText(io: Io, run: Run & { failed?: Failure }, tasks: readonly TaskRecord[]): void {
  const palette = paletteFor(io.stdout, io.env);
  const timeline = new Timeline(io.stdout, palette);
  timeline.start(run);
  timeline.update(tasks);
  timeline.end(run);
  const facts: [string, string | null][] = [
    ['created', run.createdAt],
    ['ended', run.endedAt],
    ['trigger', run.trigger],
    ['principal', run.principal],
    ['part of', run.parentRunId],
    ['retry of', run.retryOf],
    ['waits for', run.waitingFor],
    ['warning', run.warning],
    ['input', toJsonText(run.input)],
    ['output', run.status === 'completed' ? toJsonText(run.output, 2) : null],
  ];
  for (const [name, value] of facts)
    if (value) io.stdout.write(`${palette.dim(`${name}:`)} ${printable(value)}\n`);
  if (run.error) io.stdout.write(flowErrorText(run.error, palette));
  if (run.failed) io.stdout.write(failureText(run, run.failed));
}
