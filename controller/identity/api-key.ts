import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^svc_[a-z0-9]+_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** A new key `svc_<label>_<30 random base62><6 base62 CRC-32>`: about 178 bits, and a typo is seen without a look-up. */
export function createApiKey(label: string): string {
  let random = '';
  for (let i = 0; i < 30; i++) random += alphabet[randomInt(alphabet.length)];
  return `svc_${label}_${random}${checksum(random)}`;
}

/** Whether the text can be a key at all. */
export function isWellFormedApiKey(text: string): boolean {
  const match = shape.exec(text);
  return match?.[1] !== undefined && match[2] === checksum(match[1]);
}

function checksum(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let i = 0; i < 6; i++) {
    text = alphabet[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
