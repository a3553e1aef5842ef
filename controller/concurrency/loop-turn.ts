// How computations share the event loop, of which a process has one: hence module state instead of a class.

/** The longest time that computations keep the event loop in one turn of it, in ms. */
const longestTurn = 10;

/** When computations began in this turn (`performance.now()`); undefined while none has. */
let began: number | undefined;
const waiting: (() => void)[] = [];
/** Short computations, which continue first. */
const waitingShort: (() => void)[] = [];
/** True from the first `nextTurn` until no computation waits. */
let isGiving = false;

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
 * Resolves in a later turn of the event loop, after requests and timers. Computations continue in the order of their
 * calls, as many in one turn as have time, so that many of them delay requests no longer than one does.
 * @param isShort true for a computation that has had few turns: it continues before those that have had many
 */
export function nextTurn(isShort = false): Promise<void> {
  return new Promise((resolve) => {
    (isShort ? waitingShort : waiting).push(resolve);
    if (isGiving) return;
    isGiving = true;
    setImmediate(giveTurn);
  });
}

function giveTurn(): void {
  begin();
  resumeNext();
}

function resumeNext(): void {
  (waitingShort.shift() ?? waiting.shift())?.();
  // The tick comes when the computation has to wait.
  queueMicrotask(() => process.nextTick(goOn));
}

function goOn(): void {
  if (waiting.length + waitingShort.length === 0) isGiving = false;
  else if (isTurnOver()) setImmediate(giveTurn);
  else resumeNext();
}
