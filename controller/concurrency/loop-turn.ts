// How computations share the event loop, of which a process has one: hence module state instead of a class.

/** The longest time that computations keep the event loop in one turn of it, in ms. */
const maxTurnMs = 10;

/** When computations began in this turn (`performance.now()`); undefined while none has. */
let began: number | undefined;
const waiting: (() => void)[] = [];
/** Computations of flows and callers that have had many turns. */
const waitingLong: (() => void)[] = [];
/** How much more time in ms the long ones have had than the others since both have waited, with the writes they caused. */
let ahead = 0;
/** When the last turn began for which both waited, and whether a long computation continued in it. */
let last = { at: 0, isLong: false };
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
  if (began !== undefined) return performance.now() - began >= maxTurnMs;
  begin();
  return false;
}

/**
 * Resolves in a later turn of the event loop, after requests and timers. Computations continue in the order of their
 * calls, as many in one turn as have time, so that many of them delay requests no longer than one does.
 * @param isLong true for a computation of a flow or a caller that has had many turns: however many of these there are, the
 * others, such as the reading of a branch, have half of the time for themselves
 */
export function nextTurn(isLong = false): Promise<void> {
  return new Promise((resolve) => {
    (isLong ? waitingLong : waiting).push(resolve);
    if (isGiving) return;
    isGiving = true;
    setImmediate(giveTurn);
  });
}

/**
 * Resolves when requests and timers have had a whole turn: for parts of one piece of work that each take tens of
 * milliseconds. After `nextTurn`, the first part may run in the turn of the request that began it.
 */
export function wholeTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

function giveTurn(): void {
  const took = performance.now() - last.at;
  const isDisputed = waiting.length > 0 && waitingLong.length > 0;
  ahead = isDisputed && last.at > 0 ? ahead + (last.isLong ? took : -took) : 0;
  begin();
  last = { at: isDisputed ? (began ?? 0) : 0, isLong: false };
  resumeNext(ahead < 0);
}

function resumeNext(isLongFirst = false): void {
  const isLong = waiting.length === 0 || (isLongFirst && waitingLong.length > 0);
  last.isLong ||= isLong;
  (isLong ? waitingLong : waiting).shift()?.();
  // The tick comes when the computation has to wait.
  queueMicrotask(() => process.nextTick(goOn));
}

function goOn(): void {
  if (waiting.length + waitingLong.length === 0) isGiving = false;
  else if (isTurnOver()) setImmediate(giveTurn);
  else resumeNext();
}
