import type { Answer, EndedRun, EndState, OpenedTask, Operation } from '../recording.js';
import { groupBy, isKind } from './order.js';

/** Checks that each run that asked has one task, and continued with the acknowledged answer. */
export function checkHumanTasks(
  operations: readonly Operation[],
  { runs, tasks }: Pick<EndState, 'runs' | 'tasks'>,
): string[] {
  const tasksByRun = groupBy(tasks, ({ run }) => run);
  const answersByTask = groupBy(operations.filter(isKind('answer')), ({ task }) => task);
  return runs
    .filter(({ flow }) => flow === 'ask')
    .flatMap((run) => {
      const opened = tasksByRun.get(run.id) ?? [];
      if (opened.length !== 1) return [`the run ${run.id} has ${opened.length} human tasks`];
      return opened.flatMap((task) => checkTask(task, run, answersByTask.get(task.id) ?? []));
    });
}

function checkTask({ id }: OpenedTask, run: EndedRun, answers: readonly Answer[]): string[] {
  const acknowledged = answers.filter(({ outcome }) => outcome === 'acknowledged');
  if (acknowledged.length > 1)
    return [
      `the human task ${id} has the acknowledged answers ${acknowledged.map(({ n }) => n).join(' and ')}`,
    ];
  const [first] = acknowledged;
  if (run.status !== 'completed')
    return first
      ? [`the run ${run.id} is ${run.status} although its human task has the answer ${first.n}`]
      : [];
  if (first)
    return run.output === first.n
      ? []
      : [`the run ${run.id} continued with the answer ${run.output} where ${first.n} was acknowledged`];
  const isSent = answers.some(({ n, outcome }) => n === run.output && outcome === 'unknown');
  return isSent
    ? []
    : [`the run ${run.id} continued with the answer ${run.output}, which was refused or never sent`];
}
