import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { bind, insertStatement, isConstraintViolation, type Storage } from '../../storage/index.js';
import type { Sealing, Vault } from './contract.js';
import type { KeyRing, WrappedKey } from './key-ring.js';
import type { Masking } from './masking.js';
import { seal, unseal } from './seal.js';

const name = 'texts';
const context = 'sealed text';
/** No JSON text begins with it. */
const prefix = 'sealed:1:';

/**
 * Seals texts that contain secrets, with a data key of its own. The secrets that were found are sealed together with the
 * text, so that a process that opens it can mask them.
 */
export async function openSealing(
  storage: Storage,
  keys: KeyRing,
  masking: Masking,
): Promise<Sealing & Pick<Vault, 'resealer' | 'seal' | 'sign'>> {
  const key = (await storedKey(storage, keys)) ?? (await newKey(storage, keys));
  const signingKey = Buffer.from(hkdfSync('sha256', key, '', 'signatures', 32));
  return {
    sign: (text) => createHmac('sha256', signingKey).update(text).digest('base64url'),
    mask: masking.mask.bind(masking),
    maskJson: masking.maskJson.bind(masking),
    maskJsonText: masking.maskJsonText.bind(masking),
    keep(text) {
      const secrets = masking.found(text);
      return secrets.length === 0 ? text : sealed(key, Buffer.from(JSON.stringify({ text, found: secrets })));
    },
    seal: (text) => sealed(key, Buffer.from(JSON.stringify({ text, found: [] }))),
    open(kept) {
      if (!kept.startsWith(prefix)) return kept;
      const plain = unseal(key, Buffer.from(kept.slice(prefix.length), 'base64'), context);
      const { text, found: secrets } = JSON.parse(Buffer.from(plain).toString()) as {
        text: string;
        found: string[];
      };
      masking.rememberForms(secrets);
      return text;
    },
    resealer: (row) => resealer(keys.tryUnwrap(row, name), key),
  };
}

function sealed(key: Uint8Array, plain: Uint8Array): string {
  return `${prefix}${Buffer.from(seal(key, plain, context)).toString('base64')}`;
}

/** Text that looks sealed and cannot be opened stays as it is. */
function resealer(from: Uint8Array | undefined, to: Uint8Array): ((text: string) => string) | undefined {
  if (!from) return undefined;
  if (Buffer.compare(from, to) === 0) return (text) => text;
  return (text) =>
    text.replaceAll(/sealed:1:([A-Za-z0-9+/]+=*)/g, (whole, content: string) => {
      try {
        return sealed(to, unseal(from, Buffer.from(content, 'base64'), context));
      } catch {
        return whole;
      }
    });
}

async function storedKey(storage: Storage, keys: KeyRing): Promise<Uint8Array | undefined> {
  const row: WrappedKey | undefined = await storage.db
    .selectFrom('data_keys')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst();
  return row && keys.unwrap(row, name);
}

async function newKey(storage: Storage, keys: KeyRing): Promise<Uint8Array> {
  const insert = insertStatement(storage, 'data_keys', ['name', 'wrapped_key', 'key_id']);
  const key = randomBytes(32);
  try {
    await storage.commit([bind(insert, { name, ...keys.wrap(key, name) })]);
    return key;
  } catch (error) {
    // A concurrent start may have stored its key first.
    const stored = isConstraintViolation(error) ? await storedKey(storage, keys) : undefined;
    if (stored) return stored;
    throw error;
  }
}
