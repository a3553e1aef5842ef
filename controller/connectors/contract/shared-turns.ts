/** At most `requests` in any period, of which `burst` can follow each other at once. */
export interface Pace {
  readonly requests: number;
  readonly periodMs: number;
  readonly burst: number;
}

/** The time in which a request may be sent, by `performance.now`. */
export interface ReservedTurn {
  readonly from: number;
  readonly until: number;
}

/** Turns of requests that several processes share. */
export interface SharedTurns {
  /**
   * Reserves up to `count` turns. @param key identifies the limit; may hold secrets
   * @returns `nextAt`: when to ask again, where fewer turns are near
   */
  reserve(
    key: string,
    pace: Pace,
    count: number,
  ): Promise<{ readonly turns: readonly ReservedTurn[]; readonly nextAt: number }>;
  /** Gives no turn for a time, in ms. */
  pause(key: string, ms: number): void;
}
