/** pg-boss: three jobs, each of which adds the next one before it completes. */
import { PgBoss } from 'pg-boss';
import { serve, steps, Waiting } from './serve.mjs';

const [connectionString] = process.argv.slice(2);
const waiting = new Waiting();
const boss = new PgBoss({ connectionString, max: 20, useListenNotify: true, schedule: false });
boss.on('error', (error) => console.error(error));
await boss.start();
await boss.createQueue('steps', { notify: true });
const options = { batchSize: 64, localConcurrency: 2, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };
await boss.work('steps', options, async (jobs) => {
  const next = [];
  for (const { data } of jobs) {
    const { id, index, value } = data;
    const output = steps[index](value);
    if (index + 1 < steps.length) next.push({ data: { id, index: index + 1, value: output } });
    // pg-boss has no event for a completed job, so the answer does not wait for the last completion.
    else waiting.resolve(id, output);
  }
  if (next.length > 0) await boss.insert('steps', next);
});
serve((value) => waiting.outcome((id) => boss.send('steps', { id, index: 0, value })));
