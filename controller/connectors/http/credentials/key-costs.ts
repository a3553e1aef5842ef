/** A signature with more bits takes minutes, and a thread for as long. */
export const maxRsaBits = 16_384;
/** Keys are opened on the main thread: a million rounds take about half a second there. */
const maxRounds = 1_000_000;
/** The other numbers of a derivation: sizes of keys in bytes, and the block size and parallelism of scrypt. */
const maxOthers = 64;

const begin = '-----BEGIN ENCRYPTED PRIVATE KEY-----';
const numberTag = 0x02;
const sequenceTag = 0x30;
const headBytes = 2;
const maxLengthBytes = 3;
/** Elements within each other. */
const maxDepth = 8;

/**
 * Says why an encrypted private key of a PEM text (PKCS #8, RFC 5958) is not opened: the file itself says how many rounds the
 * derivation of its passphrase takes, up to hours. Undefined for other texts.
 */
export function findEncryptionFault(pem: string): string | undefined {
  for (const part of pem.split(begin).slice(1)) {
    const [content = ''] = part.split('-----', 1);
    // Lines of headers would be read as content here, and not by the library.
    const der = /^[\sA-Za-z0-9+/=]*$/.test(content) ? Buffer.from(content, 'base64') : Buffer.alloc(0);
    const key = readElement(der, 0);
    const algorithm = key && readElement(der, key.from);
    const numbers = algorithm && findNumbers(der.subarray(algorithm.from, algorithm.to));
    if (!numbers) return 'cannot be read: it is not a whole PEM key';
    const [rounds = 0, ...others] = numbers;
    if (rounds > maxRounds || others.some((number) => number > maxOthers))
      return `is encrypted with more than ${maxRounds} rounds: write it again, as by \`openssl pkcs8 -topk8 -iter 100000\``;
  }
  return undefined;
}

/** Returns the numbers in elements of DER, also in those within them, in order; undefined for what is no DER. */
function findNumbers(der: Buffer, depth = 0): number[] | undefined {
  if (depth > maxDepth) return undefined;
  const numbers: number[] = [];
  for (let at = 0; at < der.length; ) {
    const element = readElement(der, at);
    if (!element) return undefined;
    const content = der.subarray(element.from, element.to);
    if (element.tag === numberTag) numbers.push(Number(`0x${content.toString('hex') || '0'}`));
    const inner = element.tag === sequenceTag ? findNumbers(content, depth + 1) : [];
    if (!inner) return undefined;
    numbers.push(...inner);
    at = element.to;
  }
  return numbers;
}

/** Reads the head of an element of DER (X.690, section 8.1). */
function readElement(der: Buffer, at: number): { tag: number; from: number; to: number } | undefined {
  const [tag, first] = der.subarray(at, at + headBytes);
  if (tag === undefined || first === undefined) return undefined;
  const isLong = first >= 0x80;
  const lengthBytes = isLong ? first - 0x80 : 0;
  const from = at + headBytes + lengthBytes;
  if (lengthBytes > maxLengthBytes || (isLong && lengthBytes === 0) || from > der.length) return undefined;
  const length = isLong ? der.readUIntBE(at + headBytes, lengthBytes) : first;
  return from + length > der.length ? undefined : { tag, from, to: from + length };
}
