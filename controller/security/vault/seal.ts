import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/** AES-256-GCM: nonce ‖ tag ‖ ciphertext. `context` is authenticated, so that a sealed value is only valid in its place. */
export function seal(key: Uint8Array, plain: Uint8Array, context: string): Uint8Array {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** @throws Error when the key, the context or the bytes differ from those of `seal` */
export function unseal(key: Uint8Array, sealed: Uint8Array, context: string): Uint8Array {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]);
}
