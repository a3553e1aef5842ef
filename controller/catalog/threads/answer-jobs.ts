import { parentPort, workerData } from 'node:worker_threads';
import { createAnalyser } from '../parse/analyse.js';
import { type Analysis, conclude } from '../parse/analysis.js';
import type { KindDefinition } from '../parse/kind-definition.js';
import { textFaults } from '../parse/named-files.js';
import { createTolerantAnalysis } from '../parse/tolerant-analysis.js';
import type { TextFault } from '../rules/finding.js';
import { answerText } from './file-texts.js';
import type { Answer, CheckJob, Job, ThreadData } from './messages.js';

/** Makes the worker thread that calls this answer one job after the other. */
export function answerJobs(kinds: readonly KindDefinition[]): void {
  const { limits } = workerData as ThreadData;
  const analyser = createAnalyser(kinds, limits);
  let analyseTolerantly: ((path: string, text: string) => Analysis | undefined) | undefined;
  const answerTo = (job: Job): Answer => {
    if ('text' in job) return answerText(job.text);
    if ('files' in job) return job.files.map(({ path, bytes }) => conclude(analyser.analyse(path, bytes)));
    if ('checks' in job) return job.checks.map((check) => getFaults(check, kinds));
    analyseTolerantly ??= createTolerantAnalysis(kinds, limits);
    const { path, text } = job.tolerated;
    const analysis = analyseTolerantly(path, text);
    return { analysis: analysis && conclude(analysis) };
  };
  parentPort?.on('message', (job: Job) => {
    parentPort?.postMessage(answerTo(job));
  });
  parentPort?.postMessage('ready');
}

function getFaults({ check, content }: CheckJob, kinds: readonly KindDefinition[]): readonly TextFault[] {
  return textFaults(
    kinds.find(({ kind }) => kind === check.kind),
    check,
    { text: content },
  );
}
