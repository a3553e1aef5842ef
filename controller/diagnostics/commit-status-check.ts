import type { StatusOutbox } from '../forges/index.js';
import { Problem } from '../problems/index.js';
import type { Check } from './run-checks.js';

/** Whether the forge took the last word on a commit. */
export function commitStatusCheck(outbox: Pick<StatusOutbox, 'trouble'>): Check {
  return {
    name: 'commit-statuses',
    run() {
      const { trouble } = outbox;
      if (!trouble) return { status: 'ok', detail: 'Nothing has been refused' };
      const { status, problem, isFinal } = trouble;
      const reason = problem instanceof Error ? problem.message : String(problem);
      const revision = status.revision.slice(0, 12);
      const detail = isFinal
        ? `The status of ${revision} was given up: ${reason}`
        : `The status of ${revision} is tried again: ${reason}`;
      const [hint = ''] = problem instanceof Problem ? problem.hints : [];
      return { status: 'warn', detail, hint };
    },
  };
}
