import { createHash, timingSafeEqual } from 'node:crypto';

export type SignatureEncoding = 'hex' | 'base64';

/**
 * True when a text from outside is the signature `expected`, in the one form that its bytes have: hexadecimal digits of
 * exactly its length, or base64 with its padding (RFC 4648, 4). Node's decoders pass over what does not belong to the
 * encoding, so that the form is checked before anything is decoded. Takes as long for a wrong signature as for a right one.
 */
export function isSignature(
  text: string | undefined,
  expected: Uint8Array,
  encoding: SignatureEncoding,
): boolean {
  const bytes = text === undefined ? undefined : decodeExactly(text, encoding, expected.length);
  return bytes !== undefined && timingSafeEqual(bytes, expected);
}

/** Returns the `length` bytes that a text encodes; undefined for any other text. */
function decodeExactly(text: string, encoding: SignatureEncoding, length: number): Buffer | undefined {
  if (encoding === 'hex') {
    const isHex = text.length === length * 2 && /^[0-9a-f]*$/i.test(text);
    return isHex ? Buffer.from(text, 'hex') : undefined;
  }
  if (text.length !== Math.ceil(length / 3) * 4) return undefined;
  const bytes = Buffer.from(text, 'base64');
  // The last digit may have bits that encode nothing: only zeros are canonical (RFC 4648, 3.5).
  return bytes.length === length && bytes.toString('base64') === text ? bytes : undefined;
}

/** True for equal texts, of whatever characters. The time does not reveal where they differ, nor the length of `expected`. */
export function isSameSecret(text: string, expected: string): boolean {
  return timingSafeEqual(digest(text), digest(expected));
}

/** Digests have equal length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
