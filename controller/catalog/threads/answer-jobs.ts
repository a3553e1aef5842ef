import { parentPort, workerData } from 'node:worker_threads';
import { type Analyser, createAnalyser } from '../parse/analyse.js';
import { conclude } from '../parse/analysis.js';
import type { KindDefinition } from '../parse/kind-definition.js';
import { textFaults } from '../parse/named-files.js';
import { answerText } from './file-texts.js';
import type { Answer, Job, ThreadData } from './messages.js';

/** Makes the worker thread that calls this answer one job after the other. */
export function answerJobs(kinds: readonly KindDefinition[]): void {
  const { limits } = workerData as ThreadData;
  const analyser = createAnalyser(kinds, limits);
  parentPort?.on('message', (job: Job) => {
    parentPort?.postMessage(answerTo(job, analyser, kinds));
  });
  parentPort?.postMessage('ready');
}

function answerTo(job: Job, analyser: Analyser, kinds: readonly KindDefinition[]): Answer {
  if ('text' in job) return answerText(job.text);
  if ('files' in job) return job.files.map(({ path, bytes }) => conclude(analyser.analyse(path, bytes)));
  const { check, content } = job;
  return textFaults(
    kinds.find(({ kind }) => kind === check.kind),
    check,
    { text: content },
  );
}
