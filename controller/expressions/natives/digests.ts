import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Json } from '../values/json.js';
import { charge, fail, getSurroundings, scan } from '../values/run.js';
import type { Natives } from './native.js';

const algorithms = ['sha256', 'sha512', 'sha384', 'sha1', 'md5'];
const encodings = ['hex', 'base64', 'base64url'] as const;
/** Steps of a digest besides those for its text. */
const steps = 60;

function requireText(value: Json, what: string): string {
  if (typeof value !== 'string') return fail(`${what} must be a text`);
  charge(steps);
  // A digest reads a text more slowly than a search does.
  scan(value.length * 4);
  return value;
}

function requireAlgorithm(value: Json): string {
  if (typeof value === 'string' && algorithms.includes(value)) return value;
  return fail(`a digest is one of ${algorithms.join(', ')}`);
}

function requireEncoding(value: Json): (typeof encodings)[number] {
  return encodings.find((each) => each === value) ?? fail(`an encoding is one of ${encodings.join(', ')}`);
}

function hash(input: Json, algorithm: Json, encoding: Json): Json {
  const text = requireText(input, 'the input of hash');
  return createHash(requireAlgorithm(algorithm)).update(text).digest(requireEncoding(encoding));
}

function hmac(input: Json, algorithm: Json, key: Json, encoding: Json): Json {
  const text = requireText(input, 'the input of hmac');
  const keyText = requireText(key, 'the key of hmac');
  return createHmac(requireAlgorithm(algorithm), keyText).update(text).digest(requireEncoding(encoding));
}

/** Digests of texts in UTF-8, and random ids, which jq does not have. */
export const digestNatives: Natives = {
  'hash/1': (input, algorithm) => hash(input, algorithm, 'hex'),
  'hash/2': hash,
  'hmac/2': (input, algorithm, key) => hmac(input, algorithm, key, 'hex'),
  'hmac/3': hmac,
  'random_id/0': () => {
    charge(steps);
    return getSurroundings()?.randomId() ?? randomUUID();
  },
};
