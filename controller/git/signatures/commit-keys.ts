import type { PublicKey } from 'openpgp';
import { hasHugeHeaders, splitSignature } from '../objects/signed-commit.js';
import { type AllowedSigner, parseAllowedSigner } from './allowed-signers.js';
import { invalid, type SignatureVerdict } from './contract.js';
import {
  isOpenPgpSignature,
  parseOpenPgpKeys,
  verifyOpenPgpSignature,
  withoutOpenPgpKeys,
} from './openpgp-keys.js';
import { verifySshSignature } from './ssh-keys.js';
import { isSshSignature } from './ssh-signature.js';

/** One of an RSA key with 16,384 bits has 6 KiB. What is no signature takes the parser of OpenPGP 10 µs for each byte. */
const maxSignatureBytes = 16_384;
/** The most bytes of a commit whose signature is checked: hashing more would hold up others. */
const maxCommitBytes = 4 * 1_048_576;

/** Returns the committer's time of a commit, whatever else it contains. */
function getTime(payload: Buffer): number {
  const end = payload.indexOf('\n\n');
  const head = payload.toString('latin1', 0, end < 0 ? undefined : end);
  return Number(/^committer [^\n]*> (\d{1,15}) [+-]\d+$/m.exec(head)?.[1] ?? 0);
}

/** The keys whose signatures on commits count: lines of SSH's allowed signers, and OpenPGP keys. */
export class CommitKeys {
  private constructor(
    private readonly signers: readonly AllowedSigner[],
    private readonly openPgpKeys: readonly PublicKey[],
  ) {}

  /**
   * Reads keys from texts: each has one or more lines of allowed signers or blocks of OpenPGP keys; lines that begin with `#`
   * are comments. @throws Error naming the text and what is wrong with it
   */
  static async parse(texts: readonly string[]): Promise<CommitKeys> {
    const signers: AllowedSigner[] = [];
    const openPgpKeys: PublicKey[] = [];
    for (const [index, text] of texts.entries()) {
      try {
        const before = signers.length + openPgpKeys.length;
        openPgpKeys.push(...(await parseOpenPgpKeys(text)));
        const lines = withoutOpenPgpKeys(text)
          .split('\n')
          .map((line) => line.trim());
        for (const line of lines)
          if (line !== '' && !line.startsWith('#')) signers.push(parseAllowedSigner(line));
        if (signers.length + openPgpKeys.length === before) throw new Error('it has no key');
      } catch (cause) {
        throw new Error(`\`keys[${index}]\`: ${(cause as Error).message}`, { cause });
      }
    }
    return new CommitKeys(signers, openPgpKeys);
  }

  /** Judges the signature of a commit, from any source. Never rejects for what the commit contains. */
  async verify(commit: Uint8Array): Promise<SignatureVerdict> {
    if (commit.byteLength > maxCommitBytes || hasHugeHeaders(commit))
      return invalid('it is too large to be checked');
    const signed = splitSignature(commit);
    if (!signed) return { isValid: false, reason: 'it is not signed', isUnsigned: true };
    if (signed.signature.length > maxSignatureBytes)
      return invalid('its signature is too large to be checked');
    const signature = signed.signature.toString('latin1');
    const claim = { payload: signed.payload, signature, time: getTime(signed.payload) };
    if (isSshSignature(signature)) return verifySshSignature(claim, this.signers);
    if (isOpenPgpSignature(signature)) return verifyOpenPgpSignature(claim, this.openPgpKeys);
    return invalid('its signature is neither one of SSH nor one of OpenPGP');
  }
}
