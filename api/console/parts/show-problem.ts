import { describeProblem } from './problem-note.js';
import { showToast } from './toasts.js';

/** Tells at the edge of the page why an action did not succeed. */
export function showProblem(error: unknown): void {
  const { title, detail } = describeProblem(error);
  showToast('bad', detail || title);
}
