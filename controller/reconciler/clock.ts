/** Time as the reconciler sees it; a test has its own. */
export interface Clock {
  /** ms since the epoch. */
  now(): number;
  /** Calls `action` once after `ms`; the returned function calls it off. */
  after(ms: number, action: () => void): () => void;
}

/** setTimeout takes no more; a longer wait would end at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The machine's time. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, Math.min(ms, MAX_TIMEOUT_MS)).unref();
    return () => clearTimeout(timer);
  },
};
