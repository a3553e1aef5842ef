import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { SshReader, toLength } from './ssh-wire.js';

interface Curve {
  jwk: string;
  /** Bytes of a coordinate. */
  size: number;
  hash: string;
}

const curves: Readonly<Record<string, Curve>> = {
  nistp256: { jwk: 'P-256', size: 32, hash: 'sha256' },
  nistp384: { jwk: 'P-384', size: 48, hash: 'sha384' },
  nistp521: { jwk: 'P-521', size: 66, hash: 'sha512' },
};

/** Signatures of RSA with SHA-1 (`ssh-rsa`) do not count. */
const rsaHashes: Readonly<Record<string, string>> = { 'rsa-sha2-256': 'sha256', 'rsa-sha2-512': 'sha512' };

/** The same lower limit as OpenSSH. */
const minRsaBits = 1024;

export const sshKeyTypes: ReadonlySet<string> = new Set([
  'ssh-ed25519',
  'sk-ssh-ed25519@openssh.com',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'sk-ecdsa-sha2-nistp256@openssh.com',
  'ssh-rsa',
]);

/** A public key as OpenSSH writes it; keys of hardware (`sk-…`) included. */
export class SshPublicKey {
  readonly type: string;
  readonly #key: KeyObject;
  readonly #curve: Curve | undefined;
  /** The application that a key of hardware is for. */
  readonly #application: Buffer | undefined;

  /** @throws Error when the bytes are no key of a known type */
  constructor(readonly blob: Buffer) {
    const reader = new SshReader(blob);
    this.type = reader.text();
    if (!sshKeyTypes.has(this.type)) throw new Error(`Keys of the type \`${this.type}\` are not known`);
    if (this.type.includes('ed25519')) {
      this.#key = fromJwk({ kty: 'OKP', crv: 'Ed25519', x: reader.string() });
    } else if (this.type.includes('ecdsa')) {
      this.#curve = curves[reader.text()];
      this.#key = readCurvePoint(reader.string(), this.#curve);
    } else {
      const e = reader.mpint();
      const n = reader.mpint();
      if (n.length * 8 < minRsaBits) throw new Error(`RSA keys need at least ${minRsaBits} bits`);
      this.#key = fromJwk({ kty: 'RSA', n, e });
    }
    this.#application = this.type.startsWith('sk-') ? reader.string() : undefined;
    if (!reader.isAtEnd) throw new Error('The key has more bytes than its type needs');
  }

  /** `SHA256:…`, as `ssh-keygen -l` shows it. */
  get fingerprint(): string {
    return `SHA256:${createHash('sha256').update(this.blob).digest('base64').replace(/=+$/, '')}`;
  }

  /** @param signature with its type, RFC 4253, 6.6 @throws RangeError for bytes that are no signature */
  verifies(data: Buffer, signature: Buffer): boolean {
    const reader = new SshReader(signature);
    const type = reader.text();
    if (this.type === 'ssh-rsa') return this.#verifiesRsa(rsaHashes[type], data, reader);
    if (type !== this.type) return false;
    const content = reader.string();
    const signed = this.#application ? getHardwareData(this.#application, data, reader) : data;
    if (!reader.isAtEnd) return false;
    if (!this.#curve) return content.length === 64 && verify(null, signed, this.#key, content);
    const { size, hash } = this.#curve;
    const numbers = new SshReader(content);
    const [r, s] = [toLength(numbers.mpint(), size), toLength(numbers.mpint(), size)];
    if (!r || !s || !numbers.isAtEnd) return false;
    return verify(hash, signed, { key: this.#key, dsaEncoding: 'ieee-p1363' }, Buffer.concat([r, s]));
  }

  #verifiesRsa(hash: string | undefined, data: Buffer, reader: SshReader): boolean {
    if (hash === undefined) return false;
    const bytes = (this.#key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
    const content = toLength(reader.string(), Math.ceil(bytes));
    return content !== undefined && reader.isAtEnd && verify(hash, data, this.#key, content);
  }
}

/** Returns what a security key signs: PROTOCOL.u2f of OpenSSH. */
function getHardwareData(application: Buffer, data: Buffer, reader: SshReader): Buffer {
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
  const flagsAndCounter = reader.take(5);
  return Buffer.concat([sha256(application), flagsAndCounter, sha256(data)]);
}

function readCurvePoint(point: Buffer, curve: Curve | undefined): KeyObject {
  if (!curve || point.length !== 2 * curve.size + 1 || point[0] !== 4)
    throw new Error('The point is not on a known curve');
  const x = point.subarray(1, 1 + curve.size);
  const y = point.subarray(1 + curve.size);
  return fromJwk({ kty: 'EC', crv: curve.jwk, x, y });
}

function fromJwk(members: Readonly<Record<string, string | Buffer>>): KeyObject {
  const key = Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.toString('base64url'),
    ]),
  );
  return createPublicKey({ key, format: 'jwk' });
}
