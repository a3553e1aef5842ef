import { existsSync, readFileSync } from 'node:fs';
import { type SharedTexts, writePrivateFile } from '../../../storage/index.js';
import type { Vault } from '../../vault/contract.js';

/** The place that keeps the keys that sign access tokens, as one text. */
export interface KeyStore {
  /** For messages. */
  readonly place: string;
  read(): string | undefined;
  /** @param secret the part of the text that must not be readable */
  write(text: string, secret: string): void;
}

/** A file that only its owner may read. */
export function keyFile(path: string): KeyStore {
  return {
    place: `The file ${path}`,
    read: () => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
    write: (text) => writePrivateFile(path, text),
  };
}

const name = 'token-keys';

/**
 * The database, sealed: the process that takes over knows the tokens of the one before.
 * @param before the store of an installation that was moved to this database
 */
export async function sharedKeys(
  shared: SharedTexts,
  sealing: Pick<Vault, 'keep' | 'open' | 'conceal'>,
  before: KeyStore,
): Promise<KeyStore> {
  const kept = await shared.read(name);
  const first = kept === undefined ? before.read() : sealing.open(kept);
  if (kept === undefined && first !== undefined) {
    for (const [, secret = ''] of first.matchAll(/"secret": *"([^"]+)"/g)) sealing.conceal(secret);
    await shared.write(name, sealing.keep(first));
  }
  return {
    place: 'The database',
    read: () => first,
    write(text, secret) {
      sealing.conceal(secret);
      // Should the process end before, people sign in once more.
      shared.write(name, sealing.keep(text)).catch(() => {});
    },
  };
}
