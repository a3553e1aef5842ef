import type { Schemas } from './client.js';

type HumanTaskSummary = Schemas['HumanTaskSummary'];

/** The tasks that wait for the person, those that the person may see, and those that have an answer. */
export const taskViews = ['mine', 'all', 'completed'] as const;
export type TaskView = (typeof taskViews)[number];

/** Sorts tasks by the time at which an answer is needed; those without one follow, the oldest first. */
export function sortByUrgency(tasks: readonly HumanTaskSummary[]): HumanTaskSummary[] {
  const getRank = ({ dueAt }: HumanTaskSummary) =>
    dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt);
  return tasks.toSorted((one, other) => {
    const [first, second] = [getRank(one), getRank(other)];
    return first === second ? one.openedAt.localeCompare(other.openedAt) : first - second;
  });
}
