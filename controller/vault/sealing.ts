import { randomBytes } from 'node:crypto';
import { bind, isConstraintViolation, type Storage } from '../storage/index.js';
import type { Sealing, StoredDataKey, Vault } from './contract.js';
import type { KeyRing } from './key-ring.js';
import type { Masking } from './masking.js';
import { seal, unseal } from './seal.js';

const name = 'texts';
const context = 'sealed text';
/** No JSON text begins so. */
const prefix = 'sealed:1:';

/**
 * Seals texts with secrets in them, under a data key of their own. What was found in a text is sealed with it, so that
 * whoever opens it knows what to mask.
 */
export async function openSealing(
  storage: Storage,
  keys: KeyRing,
  masking: Masking,
): Promise<Sealing & Pick<Vault, 'resealer'>> {
  const key = (await storedKey(storage, keys)) ?? (await newKey(storage, keys));
  return {
    mask: (text) => masking.mask(text),
    maskJson: (value) => masking.maskJson(value),
    maskJsonText: (text) => masking.maskJsonText(text),
    keep(text) {
      const found = masking.found(text);
      if (found.length === 0) return text;
      const plain = Buffer.from(JSON.stringify({ text, found }));
      return `${prefix}${Buffer.from(seal(key, plain, context)).toString('base64')}`;
    },
    open(kept) {
      if (!kept.startsWith(prefix)) return kept;
      const plain = unseal(key, Buffer.from(kept.slice(prefix.length), 'base64'), context);
      const { text, found } = JSON.parse(Buffer.from(plain).toString()) as { text: string; found: string[] };
      masking.rememberForms(found);
      return text;
    },
    resealer: (row) => resealer(row, keys, key),
  };
}

/** What looks like a sealed text and is none stays as it is. */
function resealer(
  row: StoredDataKey,
  keys: KeyRing,
  key: Uint8Array,
): ((text: string) => string) | undefined {
  let theirs: Uint8Array;
  try {
    theirs = keys.unwrap(row, name);
  } catch {
    return undefined;
  }
  if (Buffer.compare(theirs, key) === 0) return (text) => text;
  return (text) =>
    text.replaceAll(/sealed:1:([A-Za-z0-9+/]+=*)/g, (whole, sealed: string) => {
      try {
        const plain = unseal(theirs, Buffer.from(sealed, 'base64'), context);
        return `${prefix}${Buffer.from(seal(key, plain, context)).toString('base64')}`;
      } catch {
        return whole;
      }
    });
}

async function storedKey(storage: Storage, keys: KeyRing): Promise<Uint8Array | undefined> {
  const row = await storage.db
    .selectFrom('data_keys')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst();
  return row && keys.unwrap(row, name);
}

async function newKey(storage: Storage, keys: KeyRing): Promise<Uint8Array> {
  const insert = storage.statement<{ name: string; wrapped_key: Uint8Array; key_id: string }>((db, p) =>
    db.insertInto('data_keys').values({ name: p.name, wrapped_key: p.wrapped_key, key_id: p.key_id }),
  );
  const key = randomBytes(32);
  try {
    await storage.commit({ collect: () => [bind(insert, { name, ...keys.wrap(key, name) })] });
    return key;
  } catch (error) {
    const other = isConstraintViolation(error) ? await storedKey(storage, keys) : undefined;
    if (other) return other;
    throw error;
  }
}
