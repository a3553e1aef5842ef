import { startThread, Thread } from '../concurrency/thread.js';
import type { Answer, Job } from './script-messages.js';

/** A worker thread that runs scripts, one at a time. */
export type ScriptWorker = Thread<Job, Answer>;

/** Starts a thread with a memory limit of its own. */
export function startScriptWorker(): ScriptWorker {
  const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 16 };
  return new Thread(startThread('controller/sandbox/script-thread', { resourceLimits }));
}
