import { createPrivateKey, type KeyObject, type SignKeyObjectInput, sign } from 'node:crypto';
import type { PrivateKey } from 'openpgp';
import { withSignature } from '../objects/signed-commit.js';
import { loadOpenPgp } from './openpgp-keys.js';
import { formatSshSignature, getSignedData, gitNamespace } from './ssh-signature.js';
import { sshNumber, sshString } from './ssh-wire.js';

/** Signs the commits that svc makes. */
export interface CommitSigner {
  /** Returns the commit with a signature of its bytes. */
  sign(commit: Buffer): Promise<Buffer>;
}

/**
 * Reads a private key: one of SSH, in the form of OpenSSH or PEM, or an armoured one of OpenPGP.
 * @throws Error when the text is neither, or the passphrase does not open it; the message holds nothing of either
 */
export async function openCommitSigner(privateKey: string, passphrase?: string): Promise<CommitSigner> {
  if (privateKey.includes('-----BEGIN PGP ')) return openOpenPgp(privateKey, passphrase);
  const { utils } = (await import('ssh2')).default;
  const parsed = utils.parseKey(privateKey, passphrase);
  if (parsed instanceof Error) throw new Error(parsed.message);
  if (!parsed.isPrivateKey()) throw new Error('it is a public key');
  const key = createPrivateKey(parsed.getPrivatePEM());
  return new SshSigner(parsed.type, key, parsed.getPublicSSH());
}

const ecdsaHashes: Readonly<Record<string, string>> = {
  'ecdsa-sha2-nistp256': 'sha256',
  'ecdsa-sha2-nistp384': 'sha384',
  'ecdsa-sha2-nistp521': 'sha512',
};

class SshSigner implements CommitSigner {
  /** @throws Error for a type of keys that signs no commits */
  constructor(
    private readonly type: string,
    private readonly key: KeyObject,
    private readonly publicKey: Buffer,
  ) {
    if (type !== 'ssh-ed25519' && type !== 'ssh-rsa' && ecdsaHashes[type] === undefined)
      throw new Error(`keys of the type \`${type}\` sign no commits`);
  }

  async sign(commit: Buffer): Promise<Buffer> {
    const parts = { namespace: gitNamespace, reserved: Buffer.alloc(0), hash: 'sha512' as const };
    const signature = await this.#getSignature(getSignedData(parts, commit));
    return withSignature(commit, formatSshSignature({ ...parts, key: this.publicKey, signature }));
  }

  async #getSignature(data: Buffer): Promise<Buffer> {
    const { type, key } = this;
    if (type === 'ssh-ed25519') return typed(type, await signInThread(null, data, { key }));
    if (type === 'ssh-rsa') return typed('rsa-sha2-512', await signInThread('sha512', data, { key }));
    const numbers = await signInThread(ecdsaHashes[type] ?? null, data, { key, dsaEncoding: 'ieee-p1363' });
    const half = numbers.length / 2;
    return typed(
      type,
      Buffer.concat([sshNumber(numbers.subarray(0, half)), sshNumber(numbers.subarray(half))]),
    );
  }
}

function typed(type: string, content: Buffer): Buffer {
  return Buffer.concat([sshString(type), sshString(content)]);
}

/** RSA takes milliseconds for each signature. */
function signInThread(hash: string | null, data: Buffer, key: SignKeyObjectInput): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign(hash, data, key, (error, signature) => (error ? reject(error) : resolve(signature)));
  });
}

async function openOpenPgp(armoredKey: string, passphrase: string | undefined): Promise<CommitSigner> {
  const { decryptKey, readPrivateKey } = await loadOpenPgp();
  const read = await readPrivateKey({ armoredKey });
  const key = read.isDecrypted()
    ? read
    : await decryptKey({ privateKey: read, passphrase: passphrase ?? '' });
  await key.getSigningKey();
  return new OpenPgpSigner(key);
}

class OpenPgpSigner implements CommitSigner {
  constructor(private readonly key: PrivateKey) {}

  async sign(commit: Buffer): Promise<Buffer> {
    const { createMessage, sign: signMessage } = await loadOpenPgp();
    const message = await createMessage({ binary: new Uint8Array(commit) });
    const signature = await signMessage({
      message,
      signingKeys: this.key,
      detached: true,
      format: 'armored',
    });
    return withSignature(commit, String(signature).replaceAll('\r\n', '\n'));
  }
}
