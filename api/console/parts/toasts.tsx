import { type ReactElement, useSyncExternalStore } from 'react';
import { texts } from '../texts/texts.js';
import { Icon } from './icon.js';
import './toasts.css';

interface Toast {
  id: number;
  tone: 'good' | 'bad';
  text: string;
  action: { title: string; run: () => void } | undefined;
}

/** Errors stay until they are dismissed. */
const shownMs = 6_000;
const maxToasts = 4;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function setToasts(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  setToasts(toasts.filter((toast) => toast.id !== id));
}

/** Tells the outcome of an action at the edge of the page; screen readers read it. */
export function showToast(tone: Toast['tone'], text: string, action?: Toast['action']): void {
  lastId += 1;
  const id = lastId;
  setToasts([...toasts.slice(1 - maxToasts), { id, tone, text, action }]);
  if (tone === 'good') setTimeout(() => dismiss(id), shownMs);
}

export function Toasts(): ReactElement {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, tone, text, action }) => (
        <div key={id} className={`toast tone-${tone}`}>
          <Icon name={tone === 'good' ? 'check' : 'alert'} className="toast-icon" />
          <span className="toast-text">{text}</span>
          {action ? (
            <button
              type="button"
              className="button button-small"
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.title}
            </button>
          ) : null}
          <button
            type="button"
            className="button button-plain button-icon button-small"
            aria-label={texts.actions.dismiss}
            onClick={() => dismiss(id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
