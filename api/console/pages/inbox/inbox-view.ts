import { type TaskView, taskViews } from '../../data/task-views.js';

/** The tasks in view, as the address has it; those for the reader are left out of it. */
export function readInboxView({ view }: Record<string, string | undefined>): { view?: TaskView } {
  const other = taskViews.find((each) => each === view && each !== 'mine');
  return other ? { view: other } : {};
}
