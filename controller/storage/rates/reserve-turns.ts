/** At most `requests` in any period, of which `burst` can follow each other at once and the others are spread evenly. */
export interface Pace {
  readonly requests: number;
  readonly periodMs: number;
  readonly burst: number;
}

/** The turns of a limit that count still, by the clock of the database: ms since the epoch. */
export interface RateState {
  /** The latest time at which turns can be used, and their number; ascending. */
  readonly sent: readonly (readonly [until: number, turns: number])[];
  /** The time at which the burst is whole again (generic cell rate algorithm). */
  readonly wholeAt: number;
  /** No turn is given before. */
  readonly pausedUntil: number;
}

/** The time in which a turn may be used. A turn that is not used by then is lost. */
export interface Turn {
  readonly from: number;
  readonly until: number;
}

interface Request {
  /** By the clock of the database. */
  readonly now: number;
  readonly count: number;
  /** The time that a turn which can be used at once stays valid: longer than its transaction takes. */
  readonly validMs: number;
}

export const noTurns: RateState = { sent: [], wholeAt: 0, pausedUntil: 0 };

/** Turns are reserved so far ahead: later ones are left to whichever node asks then. */
const horizonMs = 1_000;
/** The lateness of a timer for which a turn that is reserved ahead stays valid. */
const latenessMs = 20;
/** Turns whose times differ by less than this part of the period count as one. */
const stepsOfPeriod = 1_000;

/**
 * Reserves the next turns of a limit, as many as are wanted and near enough. Whenever each is used in its time: no period has
 * more than `requests`, and no part of a period more than `burst` and what is spread over it. So a turn counts from the end of its time.
 * @returns `nextAt`: when to ask again, where fewer are near than wanted
 */
export function reserveTurns(
  state: RateState,
  { requests, periodMs, burst }: Pace,
  { now, count, validMs }: Request,
): { state: RateState; turns: Turn[]; nextAt: number } {
  const stepMs = periodMs / stepsOfPeriod;
  const spreadMs = periodMs / requests;
  const sent = state.sent
    .filter(([until]) => until + periodMs > now)
    .map(([until, turns]) => [until, turns] as [number, number]);
  let total = sent.reduce((sum, [, turns]) => sum + turns, 0);
  let { wholeAt } = state;
  let nextAt = now;
  const turns: Turn[] = [];
  while (turns.length < count) {
    const freeAt = total < requests ? 0 : getUntil(sent, total - requests) + periodMs;
    const from = Math.max(now, state.pausedUntil, freeAt, wholeAt - (burst - 1) * spreadMs);
    nextAt = from;
    if (from > now + horizonMs) break;
    const last = sent.at(-1);
    const until = Math.max(now + validMs, from + latenessMs);
    const counted = Math.max(last?.[0] ?? 0, Math.ceil(until / stepMs) * stepMs);
    if (last && last[0] === counted) last[1]++;
    else sent.push([counted, 1]);
    total++;
    wholeAt = Math.max(counted, wholeAt) + spreadMs;
    turns.push({ from, until });
  }
  return { state: { sent, wholeAt, pausedUntil: state.pausedUntil }, turns, nextAt };
}

/** Returns the time of the turn with an index. */
function getUntil(sent: readonly (readonly [number, number])[], index: number): number {
  let before = 0;
  for (const [until, turns] of sent) {
    before += turns;
    if (index < before) return until;
  }
  return 0;
}
