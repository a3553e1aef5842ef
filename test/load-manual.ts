import type { Manual } from '../api/manual/manual.js';

/** Makes the manual of the sources when a test first needs it: that loads every connector. */
export async function loadManual(): Promise<Manual> {
  const { builtManual } = await import('./built-manual.js');
  return builtManual();
}
