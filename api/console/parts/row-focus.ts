import type { KeyboardEvent } from 'react';

/** Moves the focus from one row to another of the same list. @param steps rows to go, by keys; rows have their index as `data-row` */
export function moveRowFocus(event: KeyboardEvent, steps: Readonly<Record<string, number>>): void {
  const step = steps[event.key];
  const row = (event.target as HTMLElement).dataset['row'];
  if (step === undefined || row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = event.currentTarget.querySelector<HTMLElement>(`[data-row="${Number(row) + step}"]`);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
