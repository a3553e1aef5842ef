/** graphile-worker: three jobs, each of which adds the next one before it completes. */
import { EventEmitter } from 'node:events';
import { Logger, run } from 'graphile-worker';
import { serve, steps, Waiting } from './serve.mjs';

const [connectionString] = process.argv.slice(2);
const waiting = new Waiting();
const events = new EventEmitter();
// Emitted when the task has run; its completion is recorded meanwhile, so the answer does not wait for the last one.
events.on('job:success', ({ job: { payload } }) => {
  const { id, index, value } = payload;
  if (index + 1 === steps.length) waiting.resolve(id, steps[index](value));
});

const runner = await run({
  connectionString,
  noHandleSignals: true,
  events,
  logger: new Logger(() => () => {}),
  preset: {
    worker: {
      concurrentJobs: 32,
      maxPoolSize: 20,
      preparedStatements: true,
      localQueue: { size: 64 },
      completeJobBatchDelay: 0,
    },
  },
  taskList: {
    async step({ id, index, value }, { addJob }) {
      if (index + 1 < steps.length)
        await addJob('step', { id, index: index + 1, value: steps[index](value) });
    },
  },
});
serve((value) => waiting.outcome((id) => runner.addJob('step', { id, index: 0, value })));
