import type { TaskExecution } from '../../../data/runs.js';
import type { TaskState } from '../../../panels/graph/flow-graph.js';

/**
 * Returns the state of each task by its reference: that of its latest execution. What goes on counts before what has ended, in
 * whatever order it was started.
 */
export function getTaskStates(tasks: readonly TaskExecution[]): Map<string, TaskState> {
  const states = new Map<string, TaskState>();
  for (const { reference, status, executions = 1 } of tasks) {
    const before = states.get(reference);
    const isGoingOn = before?.status === 'running' || before?.status === 'waiting';
    states.set(reference, {
      status: isGoingOn && before ? before.status : status,
      count: (before?.count ?? 0) + executions,
    });
  }
  return states;
}
