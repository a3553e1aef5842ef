// How computations share the event loop, of which a process has one: hence module state instead of a class.

/** The longest time that computations keep the event loop in one turn of it, in ms. */
const longestTurn = 10;

/** When computations began in this turn (`performance.now()`); undefined while none has. */
let began: number | undefined;
const waiting: (() => void)[] = [];

function begin(): void {
  began = performance.now();
  setImmediate(() => {
    began = undefined;
  });
}

/** Returns true when computations have kept the event loop long enough in this turn: the caller then awaits `nextTurn`. */
export function isTurnOver(): boolean {
  if (began !== undefined) return performance.now() - began >= longestTurn;
  begin();
  return false;
}

/**
 * Resolves in a later turn of the event loop, after requests and timers. Callers get one turn each, in the order of their
 * calls, so that many computations delay requests no longer than one does.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(giveTurn);
  });
}

function giveTurn(): void {
  const resume = waiting.shift();
  if (waiting.length > 0) setImmediate(giveTurn);
  begin();
  resume?.();
}
