/** Why a signature does not count, or the key that made it. */
export type SignatureVerdict = { isValid: true; key: string } | { isValid: false; reason: string };

/** What a commit claims about its signature. */
export interface SignatureClaim {
  payload: Uint8Array;
  /** ASCII armour. */
  signature: string;
  /** The committer's time, seconds since the epoch. */
  time: number;
}

export function invalid(reason: string): SignatureVerdict {
  return { isValid: false, reason };
}
