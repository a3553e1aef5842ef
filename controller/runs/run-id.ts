import { createHash, randomFillSync } from 'node:crypto';

const pool = new Uint8Array(4096);
let offset = pool.length;
let lastTime = 0;
let sequence = 0;

/**
 * A UUIDv7 (RFC 9562, section 5.7): milliseconds, a 12-bit counter within the millisecond, 62 random bits. Ids of one
 * process sort in the order they were made.
 */
export function createRunId(now = Date.now()): string {
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
  return format(lastTime, sequence, tail);
}

/** The id of the run that a step of another run starts: the same however often the step is performed. */
export function childRunId(parent: string, key: string): string {
  const digest = createHash('sha256').update(`${parent} ${key}`).digest('hex');
  const time = Number.parseInt(parent.slice(0, 8) + parent.slice(9, 13), 16);
  return format(time, Number.parseInt(digest.slice(0, 3), 16), digest.slice(3, 19));
}

export function isRunId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text);
}

function format(time: number, counter: number, tail: string): string {
  const hex = time.toString(16).padStart(12, '0');
  const variant = ((Number.parseInt(tail.charAt(0), 16) & 0x3) | 0x8).toString(16);
  const count = counter.toString(16).padStart(3, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${count}-${variant}${tail.slice(1, 4)}-${tail.slice(4)}`;
}
