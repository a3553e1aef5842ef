import { randomFillSync } from 'node:crypto';

const pool = new Uint8Array(4096);
let offset = pool.length;
let lastTime = 0;
let sequence = 0;

/**
 * Returns a UUIDv7 (RFC 9562, section 5.7): milliseconds, a 12-bit counter within the millisecond, 62 random bits. Ids of
 * one process sort in the order of their creation.
 */
export function createRowId(now = Date.now()): string {
  if (now > lastTime) {
    lastTime = now;
    sequence = 0;
  } else if (++sequence > 0xfff) {
    lastTime++;
    sequence = 0;
  }
  if (offset + 8 > pool.length) {
    randomFillSync(pool);
    offset = 0;
  }
  const tail = Buffer.from(pool.buffer, offset, 8).toString('hex');
  offset += 8;
  return getRowId(lastTime, sequence, tail);
}

/** @param tail 16 hexadecimal digits */
export function getRowId(time: number, counter: number, tail: string): string {
  const hex = time.toString(16).padStart(12, '0');
  const variant = ((Number.parseInt(tail.charAt(0), 16) & 0x3) | 0x8).toString(16);
  const count = counter.toString(16).padStart(3, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${count}-${variant}${tail.slice(1, 4)}-${tail.slice(4)}`;
}
