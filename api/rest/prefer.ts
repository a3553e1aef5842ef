/** What a `Prefer` header (RFC 7240) asks of a call that may take long. */
export interface Preference {
  /** Seconds to wait; 0 to be answered at once. */
  wait: number;
  /** What was understood, for `Preference-Applied`. */
  applied: string;
}

/**
 * Reads `respond-async` and `wait=N`; `wait` wins where both are given, since `respond-async, wait=5` means: in 5
 * seconds at the latest. Undefined when the header asks for neither; what cannot be understood is passed over, as the
 * RFC wants it.
 */
export function parsePrefer(header: string, longestWait: number): Preference | undefined {
  let wait: number | undefined;
  let isAsync = false;
  for (const part of header.split(',')) {
    const preference = part.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const seconds = /^wait\s*=\s*"?(\d{1,9})"?$/.exec(preference)?.[1];
    if (seconds !== undefined) wait = Math.min(Number(seconds), longestWait);
    if (preference === 'respond-async') isAsync = true;
  }
  if (wait !== undefined) return { wait, applied: isAsync ? `respond-async, wait=${wait}` : `wait=${wait}` };
  return isAsync ? { wait: 0, applied: 'respond-async' } : undefined;
}
