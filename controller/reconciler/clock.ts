/** The reconciler's time; tests pass a clock of their own. */
export interface Clock {
  /** ms since the epoch. */
  now(): number;
  /** Calls `action` once after `ms`; the returned function cancels it. */
  after(ms: number, action: () => void): () => void;
}

/** The longest wait of `setTimeout`; a longer one would end at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The machine's time. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, Math.min(ms, MAX_TIMEOUT_MS)).unref();
    return () => clearTimeout(timer);
  },
};
