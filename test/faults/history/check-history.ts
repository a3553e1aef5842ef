import { checkCommits } from './checks/commits.js';
import { checkCounters } from './checks/counters.js';
import { checkHumanTasks } from './checks/human-tasks.js';
import { checkRegisters } from './checks/registers.js';
import { checkRuns } from './checks/runs.js';
import { checkSchedule } from './checks/schedule.js';
import type { EndedRun, Operation, Recording } from './recording.js';

/**
 * Returns a sentence for each thing in a recording that no correct service can have done, whatever happened to its processes;
 * none when there is no such thing.
 */
export function checkHistory({ operations, end }: Recording): string[] {
  const settled = settle(operations, end.runs);
  return [
    ...checkRuns(settled, end.runs),
    ...checkCounters(settled, end.runs),
    ...checkRegisters(settled),
    ...checkCommits(settled, end.commits),
    ...checkHumanTasks(settled, end),
    ...checkSchedule(end),
  ];
}

/**
 * Adds what the runs tell about operations without an answer: an operation whose run completed has had its effect, at an unknown
 * moment.
 */
function settle(operations: readonly Operation[], runs: readonly EndedRun[]): Operation[] {
  const completed = new Map(runs.filter(({ status }) => status === 'completed').map((run) => [run.n, run]));
  return operations.map((operation) => {
    const run = completed.get(operation.n);
    if (operation.kind !== 'increment' || operation.result !== undefined || !run) return operation;
    return {
      ...operation,
      result: Number(run.output),
    };
  });
}
