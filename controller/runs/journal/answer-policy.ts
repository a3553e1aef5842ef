import type { AnswerRecord } from '../../flows/index.js';
import { isFinal, type RunStatus } from './run-state.js';

/** Which answers of calls, people and events the journals of ended runs keep: `Flows.Record`. */
export type AnswerPolicy = Required<AnswerRecord>;

/** Why an answer is not kept: the policy keeps none of the run, or the answer is too large. */
export type AnswerCut = 'answers' | 'size';

const byStrictness = ['all', 'failed', 'none'] as const;

/** The policy for a flow, which may keep less than the installation, and never more. */
export function joinPolicies(installation: AnswerPolicy, flow: AnswerRecord | undefined): AnswerPolicy {
  if (flow === undefined) return installation;
  const { answers = 'all', maxBytes = Number.POSITIVE_INFINITY } = flow;
  const strictness = [installation.answers, answers].map((each) => byStrictness.indexOf(each));
  return {
    answers: byStrictness[Math.max(...strictness)] ?? 'none',
    maxBytes: Math.min(installation.maxBytes, maxBytes),
  };
}

/**
 * Returns the largest answer that an ended run keeps, in bytes of JSON: -1 where it keeps none. A run that can be retried keeps
 * answers of any size or none, as a retry needs all of them.
 */
export function getMaxKept({ answers, maxBytes }: AnswerPolicy, status: RunStatus): number {
  if (!isFinal(status)) return Number.POSITIVE_INFINITY;
  if (status !== 'completed') return answers === 'none' ? -1 : Number.POSITIVE_INFINITY;
  return answers === 'all' ? maxBytes : -1;
}

/** Returns why an answer is not there, in words. */
export function explainCut(cut: AnswerCut): string {
  return cut === 'answers'
    ? 'its answers were not kept (`Flows.Record.answers`, or `document.metadata.record` of the flow)'
    : 'an answer was too large to be kept (`Flows.Record.maxBytes`, or `document.metadata.record` of the flow)';
}
