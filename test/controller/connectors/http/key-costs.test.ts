import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { openAccess } from '../../../../controller/connectors/http/client.js';
import { findEncryptionFault } from '../../../../controller/connectors/http/credentials/key-costs.js';
import { readSigningKey } from '../../../../controller/connectors/http/credentials/signing-key.js';
import { openSecureContext } from '../../../../controller/connectors/http/credentials/tls.js';
import { TestAuthority } from './certificates.js';

function element(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const head =
    content.length < 128 ? [tag, content.length] : [tag, 0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from(head), content]);
}
const sequence = (...contents: readonly Buffer[]) => element(0x30, ...contents);
const bytes = (length: number) => element(0x04, Buffer.alloc(length, 7));
const object = (hex: string) => element(0x06, Buffer.from(hex, 'hex'));
const number = (value: number) =>
  element(0x02, Buffer.from(value.toString(16).padStart(10, '0'), 'hex').subarray(value < 2 ** 31 ? 1 : 0));

function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN ENCRYPTED PRIVATE KEY-----', ...lines, '-----END ENCRYPTED PRIVATE KEY-----', ''].join(
    '\n',
  );
}

/** A key of PBES2 whose passphrase is derived by these steps. */
function makeKey(derivation: Buffer): string {
  const cipher = sequence(object('60864801650304012a'), bytes(16));
  const algorithm = sequence(object('2a864886f70d01050d'), sequence(derivation, cipher));
  return toPem(sequence(algorithm, bytes(48)));
}
const pbkdf2 = (rounds: number) =>
  makeKey(sequence(object('2a864886f70d01050c'), sequence(bytes(8), number(rounds))));
const scrypt = (...cost: number[]) =>
  makeKey(sequence(object('2b06010401da47040b'), sequence(bytes(8), ...cost.map(number))));

test.each([
  ['PBKDF2', pbkdf2(3_000_000)],
  ['PBKDF2 for half an hour', pbkdf2(2 ** 31 - 1)],
  ['scrypt with much parallelism', scrypt(16_384, 1, 100_000)],
  ['a key behind another', `${pbkdf2(2_048)}${pbkdf2(3_000_000)}`],
])('a key whose passphrase takes too long to derive is refused, for signatures and for TLS: %s', (_, key) => {
  const rounds = /is encrypted with more than 1000000 rounds/;
  expect(() => readSigningKey({ key, passphrase: 'p' }, 'auth')).toThrow(rounds);
  expect(() => openSecureContext({ certificate: 'x', privateKey: key, passphrase: 'p' }, 'tls.')).toThrow(
    rounds,
  );
});

test('an encrypted key as programs make it opens, and what is no DER is refused', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const options = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'p' } as const;
  const key = privateKey.export(options).toString();
  expect(readSigningKey({ key, passphrase: 'p' }, 'auth').key).toMatchObject({ type: 'private' });
  expect(() => readSigningKey({ key, passphrase: 'q' }, 'auth')).toThrow('does not open with `passphrase`');
  expect(findEncryptionFault(key.replace('MII', 'A: b\n\nMII'))).toContain('cannot be read');
  const nested = Buffer.concat(Array.from({ length: 20_000 }, () => Buffer.from('3083010000', 'hex')));
  for (const der of [Buffer.alloc(0), Buffer.from('30800000', 'hex'), nested, Buffer.alloc(300, 0x30)])
    expect(findEncryptionFault(toPem(der))).toContain('cannot be read');
});

test('an RSA key of more bits than a signature can take is refused', () => {
  const n = Buffer.alloc(4_096, 0xff).toString('base64url');
  const part = Buffer.alloc(2_048, 0xff).toString('base64url');
  const key = JSON.stringify({
    kty: 'RSA',
    n,
    e: 'AQAB',
    d: n,
    p: part,
    q: part,
    dp: part,
    dq: part,
    qi: part,
  });
  expect(() => readSigningKey({ key }, 'auth')).toThrow('has 32768 bits, of at most 16384');
});

test('connections with different certificates of the client share no tokens', async () => {
  const authority = new TestAuthority();
  const network = { fetch, transfer: fetch, check() {}, lookup() {} } as never;
  const auth = { type: 'oauth2', tokenUrl: 'https://login.test/token', clientId: 'svc' } as const;
  const open = (name: string) => {
    const { certificate, key } = authority.issue(name);
    const tls = { certificate, privateKey: key };
    return () => openAccess({ auth, tls }, 'https://api.test', { network });
  };
  const [one, other] = [open('one'), open('other')];
  expect(one().credentials).toBe(one().credentials);
  expect(one().credentials).not.toBe(other().credentials);
  authority.remove();
});
