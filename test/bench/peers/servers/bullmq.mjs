/** BullMQ: three jobs, each of which adds the next one before it completes. */
import { Queue, Worker } from 'bullmq';
import { serve, steps, Waiting } from './serve.mjs';

const connection = { host: '127.0.0.1', port: Number(process.argv[2]) };
const options = { removeOnComplete: true };
const waiting = new Waiting();
const queue = new Queue('steps', { connection });
const worker = new Worker(
  'steps',
  async ({ data: { id, index, value } }) => {
    const output = steps[index](value);
    if (index + 1 < steps.length) await queue.add('step', { id, index: index + 1, value: output }, options);
    return output;
  },
  { connection, concurrency: 64 },
);
worker.on('completed', ({ data: { id, index } }, output) => {
  if (index + 1 === steps.length) waiting.resolve(id, output);
});
worker.on('error', (error) => console.error(error));

await worker.waitUntilReady();
serve((value) => waiting.outcome((id) => queue.add('step', { id, index: 0, value }, options)));
