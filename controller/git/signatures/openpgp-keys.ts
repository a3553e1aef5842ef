import type { PartialConfig, PublicKey } from 'openpgp';
import { invalid, type SignatureClaim, type SignatureVerdict } from './contract.js';

const armour = /-----BEGIN PGP (PUBLIC|PRIVATE) KEY BLOCK-----[\s\S]*?-----END PGP \1 KEY BLOCK-----/g;

const config: PartialConfig = {
  // A key whose expiry was moved has only self-signatures that are newer than older commits; gpg accepts it.
  allowInsecureVerificationWithReformattedKeys: true,
};

/** Most installations never load it. */
export function loadOpenPgp(): Promise<typeof import('openpgp')> {
  return import('openpgp');
}

/** Reads the blocks of armoured public keys in a text. @throws Error when one cannot be read, or is a private key */
export async function parseOpenPgpKeys(text: string): Promise<PublicKey[]> {
  const { readKeys } = await loadOpenPgp();
  const keys: PublicKey[] = [];
  for (const [block] of text.matchAll(armour)) {
    for (const key of await readKeys({ armoredKeys: block })) {
      if (key.isPrivate()) throw new Error('it is a private key: list the public one');
      keys.push(key as PublicKey);
    }
  }
  return keys;
}

/** Returns a text without its blocks of OpenPGP keys. */
export function withoutOpenPgpKeys(text: string): string {
  return text.replaceAll(armour, '');
}

const begin = '-----BEGIN PGP SIGNATURE-----';

export function isOpenPgpSignature(text: string): boolean {
  return text.startsWith(begin);
}

/**
 * Judges a signature as git-verify-commit(1) does with gpg and these keys: exactly one signature, which fits the content and
 * has not expired, by a key that is neither expired nor revoked now. Weaker algorithms than gpg accepts do not count: SHA-1,
 * DSA, RSA below 2048 bits. Never rejects.
 */
export async function verifyOpenPgpSignature(
  { payload, signature: armoredSignature }: SignatureClaim,
  keys: readonly PublicKey[],
): Promise<SignatureVerdict> {
  try {
    const openpgp = await loadOpenPgp();
    const signature = await openpgp.readSignature({ armoredSignature, config });
    const [packet] = signature.packets;
    // The library reads the first armour only.
    const isOne = signature.packets.length === 1 && armoredSignature.lastIndexOf(begin) === 0;
    if (!packet || !isOne) return invalid('it has not exactly one OpenPGP signature');
    // Signatures of other types cover other things than the content: some cover nothing, and would fit each commit.
    const { binary, text } = openpgp.enums.signature;
    if (packet.signatureType !== binary && packet.signatureType !== text)
      return invalid('its OpenPGP signature is not one of a document');
    const now = new Date();
    const { created } = packet;
    const result = await openpgp.verify({
      message: await openpgp.createMessage({ binary: new Uint8Array(payload) }),
      signature,
      verificationKeys: [...keys],
      format: 'binary',
      // The clock of the one who signed may be ahead of ours.
      date: created && created > now ? created : now,
      config,
    });
    const [outcome] = result.signatures;
    if (!outcome) return invalid('its OpenPGP signature is empty');
    const key = keys.find((each) => each.getKeys(outcome.keyID).length > 0);
    if (!key)
      return invalid(`its OpenPGP signature is by the key ${outcome.keyID.toHex()}, which is not listed`);
    await outcome.verified;
    // Signatures from before the end of a key do not count after it, as gpg judges.
    await key.getSigningKey(outcome.keyID, now);
    return { isValid: true, key: key.getFingerprint() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return invalid(`its OpenPGP signature does not count: ${reason.slice(0, 200)}`);
  }
}
