import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Problem } from '../problems/index.js';
import { writePrivateFile } from '../storage/index.js';

/**
 * The key that wraps every data key: from the setting, or from a file only its owner may read, made at first start.
 * @param configured 32 bytes in hex or base64; any other text is stretched by SHA-256
 */
export function loadMasterKey(configured: string | undefined, file: string): Uint8Array {
  if (configured) return parseKey(configured);
  if (existsSync(file)) {
    const text = readFileSync(file, 'utf8').trim();
    if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex');
    throw new Problem('settings_invalid', `The master key file ${file} does not hold 64 hexadecimal digits`);
  }
  const key = randomBytes(32);
  writePrivateFile(file, `${key.toString('hex')}\n`);
  return key;
}

function parseKey(text: string): Uint8Array {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 ? bytes : createHash('sha256').update(text).digest();
}
