import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
export const themes: readonly Theme[] = ['system', 'light', 'dark'];

const storageName = 'svc.theme';
const listeners = new Set<() => void>();

function readTheme(): Theme {
  try {
    const value = localStorage.getItem(storageName);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    // Browsers can refuse storage; the theme lasts as long as the page then.
    return 'system';
  }
}

let theme = readTheme();

/** Applies the theme that this browser keeps; called before the first paint. */
export function applyTheme(): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function setTheme(next: Theme): void {
  theme = next;
  try {
    localStorage.setItem(storageName, next);
  } catch {
    // See `readTheme`.
  }
  applyTheme();
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => theme,
  );
}
