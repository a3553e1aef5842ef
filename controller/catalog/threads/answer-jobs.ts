import { parentPort, workerData } from 'node:worker_threads';
import { createAnalyser } from '../parse/analyse.js';
import { conclude } from '../parse/analysis.js';
import type { KindDefinition } from '../parse/kind-definition.js';
import { answerText } from './file-texts.js';
import type { Answer, Job, ThreadData } from './messages.js';

/** Makes the worker thread that calls this answer one job after the other. */
export function answerJobs(kinds: readonly KindDefinition[]): void {
  const { limits } = workerData as ThreadData;
  const analyser = createAnalyser(kinds, limits);
  parentPort?.on('message', (job: Job) => {
    const answer: Answer =
      'text' in job
        ? answerText(job.text)
        : job.files.map(({ path, bytes }) => conclude(analyser.analyse(path, bytes)));
    parentPort?.postMessage(answer);
  });
  parentPort?.postMessage('ready');
}
