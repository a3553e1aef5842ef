import type { AllowedSigner } from './allowed-signers.js';
import { invalid, type SignatureClaim, type SignatureVerdict } from './contract.js';
import { getSignedData, gitNamespace, parseSshSignature, type SshSignature } from './ssh-signature.js';

/** Judges a signature as `ssh-keygen -Y verify -n git` does with these allowed signers. Never throws. */
export function verifySshSignature(
  { payload, signature, time }: SignatureClaim,
  signers: readonly AllowedSigner[],
): SignatureVerdict {
  let parsed: SshSignature;
  try {
    parsed = parseSshSignature(signature);
  } catch (error) {
    return invalid(`its SSH signature cannot be read: ${(error as Error).message}`);
  }
  if (parsed.namespace !== gitNamespace)
    return invalid('its SSH signature was made for something else than Git (another namespace)');
  const lines = signers.filter(({ key }) => key.blob.equals(parsed.key));
  const [line] = lines;
  if (!line) return invalid('its SSH signature is by a key that is not listed');
  const { fingerprint } = line.key;
  const isInForce = lines.some(
    ({ validAfter, validBefore, isForGit }) => isForGit && time >= validAfter && time <= validBefore,
  );
  if (!isInForce) return invalid(`the key ${fingerprint} does not count for Git at the time of the commit`);
  try {
    if (line.key.verifies(getSignedData(parsed, payload), parsed.signature))
      return { isValid: true, key: fingerprint };
  } catch (error) {
    return invalid(`its SSH signature cannot be read: ${(error as Error).message}`);
  }
  return invalid(`its signature does not fit its content, or the key ${fingerprint} did not make it`);
}
