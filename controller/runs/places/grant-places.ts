/** A run that holds a place of its flow, or waits for one. */
export interface Claim {
  /** The run. */
  readonly id: string;
  /** Differs each time that the run asks. */
  readonly claim: string;
  readonly isHeld: boolean;
  /** True for a run that has begun and wants to work again. */
  readonly isReturning: boolean;
  /** Rises with the order of the requests of a node, about in ms since the epoch. */
  readonly askedAt: number;
  /** The limit of the flow, as the run's version of it says. */
  readonly maxRuns: number;
}

/**
 * Returns the claims of one flow that get a free place now: those of runs that have begun first, then first come first served. A
 * claim that cannot be met yet holds up those behind it, whatever their limits.
 */
export function grantPlaces<Each extends Claim>(claims: readonly Each[]): Each[] {
  const waiting = claims.filter(({ isHeld }) => !isHeld).sort(compareClaims);
  let held = claims.length - waiting.length;
  const granted: Each[] = [];
  for (const claim of waiting) {
    if (held >= claim.maxRuns) break;
    granted.push(claim);
    held++;
  }
  return granted;
}

function compareClaims(a: Claim, b: Claim): number {
  if (a.isReturning !== b.isReturning) return a.isReturning ? -1 : 1;
  return a.askedAt - b.askedAt || (a.id < b.id ? -1 : 1);
}
