import { useSyncExternalStore } from 'react';

const storageName = 'svc.notices';
const listeners = new Set<() => void>();

function readStored(): boolean {
  try {
    return localStorage.getItem(storageName) === 'on';
  } catch {
    // Browsers can refuse storage; the choice lasts as long as the page then.
    return false;
  }
}

let isWanted = readStored();

/** Tells whether the reader wants to be told of new tasks, and the browser allows it. */
export function isNotifying(): boolean {
  return isWanted && 'Notification' in window && Notification.permission === 'granted';
}

export function setNotifying(next: boolean): void {
  isWanted = next;
  try {
    localStorage.setItem(storageName, next ? 'on' : 'off');
  } catch {
    // See `readStored`.
  }
  for (const listener of listeners) listener();
}

export function useNotifying(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isNotifying);
}
