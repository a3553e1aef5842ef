import { randomBytes } from 'node:crypto';

let last = 0;

/** A UUIDv7 (RFC 9562): in the order they were made, also within a millisecond of one process. */
export function newBackupId(): string {
  last = Math.max(Date.now(), last + 1);
  const hex = last.toString(16).padStart(12, '0');
  const bytes = randomBytes(10);
  bytes[0] = 0x70 | ((bytes[0] ?? 0) & 0x0f);
  bytes[2] = 0x80 | ((bytes[2] ?? 0) & 0x3f);
  const rest = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`;
}
