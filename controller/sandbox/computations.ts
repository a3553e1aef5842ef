import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Algorithms of hashes and HMACs. */
const algorithms = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3-256', 'sha3-512'];
/** The most random bytes that a script gets at once, as in browsers. */
const maxRandom = 65_536;
const parts = [
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;

type ComputationInput = Readonly<Record<string, unknown>>;

/** Functions for scripts whose result depends on their arguments only, or is random. Bytes are texts of hex digits. */
const computations: Readonly<Record<string, (args: ComputationInput) => unknown>> = {
  hash({ algorithm, data, key }) {
    const name = String(algorithm).toLowerCase();
    if (!algorithms.includes(name)) {
      throw new TypeError(`The algorithm ${algorithm} is not available: there are ${algorithms.join(', ')}`);
    }
    const hash = key === undefined ? createHash(name) : createHmac(name, bytes(key));
    return hash.update(bytes(data)).digest('hex');
  },
  random({ size }) {
    if (!Number.isInteger(size) || Number(size) < 0 || Number(size) > maxRandom) {
      throw new RangeError(`The size must be a whole number from 0 to ${maxRandom}`);
    }
    return randomBytes(Number(size)).toString('hex');
  },
  url({ text, base, name, value }) {
    if (!URL.canParse(String(text), base === undefined ? undefined : String(base))) {
      throw new TypeError(`Invalid URL: ${String(text).slice(0, 200)}`);
    }
    const url = new URL(String(text), base === undefined ? undefined : String(base));
    const part = parts.find((each) => each === name);
    if (part !== undefined) url[part] = String(value);
    const { href, origin } = url;
    return { href, origin, ...Object.fromEntries(parts.map((each) => [each, url[each]])) };
  },
  utf8: ({ data }) => bytes(data).toString('utf8'),
};

/** Performs a computation for a script. Both sides are JSON: the result is `{ value }`, or `{ error }` with a message. */
export function compute(name: string, argument: string): string {
  try {
    const computation = Object.hasOwn(computations, name) ? computations[name] : undefined;
    if (!computation) throw new TypeError(`There is no computation ${name}`);
    return JSON.stringify({ value: computation(JSON.parse(argument) as ComputationInput) });
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
  }
}

function bytes(hex: unknown): Buffer {
  return Buffer.from(String(hex), 'hex');
}
