import { hash } from 'node:crypto';

/** What the first record follows. */
export const origin = '0'.repeat(64);

/** SHA-256, hex, over the hash before and all that is in the record. */
export function chained(before: string, seq: number, at: number, record: string): string {
  return hash('sha256', `${before}\n${seq}\n${at}\n${record}`);
}
