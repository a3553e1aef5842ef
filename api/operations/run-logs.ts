import type { LogEntry, Run } from '../../controller/runs/contract.js';
import { mayReachRun } from './access.js';
import { listOf, partOfBranch } from './fields.js';
import { type Operation, type OperationContext, reads, type StreamItem } from './operation.js';
import { logEntryShape } from './run-shape.js';
import { addressInput, findRun, type RunAddress } from './runs.js';

interface LogsInput extends RunAddress {
  after: number;
  limit: number;
  follow?: boolean;
}

/** The log of a run: what is there now, or live until the run ends. */
export const readRunLogs: Operation<LogsInput> = {
  name: 'read-run-logs',
  title: 'Read the log of a run',
  description:
    'The log entries after `after`. With `follow`, entries arrive as they are written, and a last `end` event carries the state the run ended in.',
  hints: reads,
  permission: 'viewer',
  target: partOfBranch,
  share: 'read',
  input: {
    properties: {
      ...addressInput.properties,
      after: {
        type: 'integer',
        minimum: 0,
        default: 0,
        description: 'The `seq` of the last entry already seen.',
      },
      limit: { type: 'integer', minimum: 1, maximum: 10_000, default: 1000 },
      follow: { type: 'boolean', default: false },
    },
    required: addressInput.required,
  },
  output: listOf(logEntryShape),
  async run(context, input) {
    const run = await findRun(context, input);
    if (input.follow) return { stream: tail(context, run, input.after) };
    return { value: { items: await context.controller.runs.logs(run.id, input.after, input.limit) } };
  },
};

async function* tail(context: OperationContext, run: Run, after: number): AsyncGenerator<StreamItem> {
  const { controller, listening } = context;
  // A team may take its grant back while somebody follows.
  const maySee = () => !listening.aborted && mayReachRun(context, 'viewer', run);
  for await (const entry of controller.runs.follow(run.id, after, listening)) {
    if (!maySee()) return;
    yield logItem(entry);
  }
  if (!maySee()) return;
  const { status, durationMs } = await controller.runs.get(run.id);
  yield { event: 'end', data: { status, durationMs } };
}

function logItem(entry: LogEntry): StreamItem {
  return { event: 'log', id: entry.seq, data: entry };
}
