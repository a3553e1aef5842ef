import { parentPort } from 'node:worker_threads';
import { interpret } from './interpreter.js';
import type { Job } from './script-messages.js';

// Entry of a worker thread: answers one job after the other.
parentPort?.on('message', async (job: Job) => {
  parentPort?.postMessage(await interpret(job));
});
parentPort?.postMessage('ready');
