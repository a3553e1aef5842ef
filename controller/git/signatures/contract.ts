/** Why a signature does not count, or the key that made it. */
export type SignatureVerdict =
  | { isValid: true; key: string }
  | { isValid: false; reason: string; isUnsigned?: true };

/** A commit's claim to be signed. */
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
