import { createHash, createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import { toText } from '../../data/values.js';
import { effect, getNow } from '../../execution/host-calls.js';
import type { Scope } from '../../plan/node.js';

/** A function of the catalog `default`, which needs no file. */
export interface BuiltIn {
  readonly title: string;
  readonly description: string;
  /** The output of the task, in words. */
  readonly output: string;
  /** Arguments that fit the schema. */
  readonly example: JsonObject;
  /** The schema of `with`, an object. */
  readonly schema: JsonObject;
  /** Gives the output for arguments that fit the schema; `data` is the input of the task. */
  perform(args: JsonObject, scope: Scope, data: Json): Json | Promise<Json>;
}

const value: JsonObject = { title: 'Value', description: 'A text, as UTF-8; any other value as JSON.' };
const algorithm: JsonObject = {
  title: 'Algorithm',
  description: 'The hash function.',
  default: 'sha256',
  enum: ['sha256', 'sha384', 'sha512', 'sha1', 'md5'],
};
const encoding: JsonObject = {
  title: 'Encoding',
  description: 'How the output is written.',
  default: 'hex',
  enum: ['hex', 'base64', 'base64url'],
};

/** The functions by name; each has the version 1.0.0. */
export const builtIns: Readonly<Record<string, BuiltIn>> = {
  log: {
    title: 'Log',
    description:
      'Writes a line to the log of the run, which `svc logs <run-id>` prints. In an expression, `expression.debug` does so too.',
    output: 'The input of the task, as it is.',
    example: { message: '${ "Order \\(.id) is paid" }', level: 'info', data: { order: '${ .id }' } },
    schema: object(['message'], {
      message: { title: 'Message', description: 'A text; any other value is logged as JSON.' },
      level: {
        title: 'Level',
        description: 'How serious the line is.',
        default: 'info',
        enum: ['debug', 'info', 'warn', 'error'],
      },
      data: { title: 'Data', description: 'Values beside the message.', type: 'object' },
    }),
    async perform({ message = null, level = 'info', data }, scope, input) {
      await effect(
        scope,
        async (context) => {
          context.log(level as 'info', toText(message), data === undefined ? undefined : objectOr(data));
          return null;
        },
        { describe: () => ({ kind: 'log', target: 'log', arguments: null }) },
      );
      return input;
    },
  },
  hash: {
    title: 'Hash',
    description: 'Gives the hash of a value, for example as a key that is the same for the same value.',
    output: 'The hash, a text.',
    example: { value: '${ .email }' },
    schema: object(['value'], { value, algorithm, encoding }),
    perform: ({ value = null, algorithm = 'sha256', encoding = 'hex' }) =>
      createHash(algorithm as string)
        .update(toText(value))
        .digest(encoding as 'hex'),
  },
  hmac: {
    title: 'HMAC',
    description: 'Signs a value with a shared key (HMAC, RFC 2104).',
    output: 'The signature, a text.',
    example: { value: '${ .body }', key: '${ .key }' },
    schema: object(['value', 'key'], {
      value,
      key: { title: 'Key', description: 'The key; take it from a secret.', type: 'string', minLength: 1 },
      algorithm,
      encoding,
    }),
    perform: ({ value = null, key = '', algorithm = 'sha256', encoding = 'hex' }) =>
      createHmac(algorithm as string, key as string)
        .update(toText(value))
        .digest(encoding as 'hex'),
  },
  random: {
    title: 'Random',
    description: 'Gives a random value; a run that is resumed keeps it.',
    output: 'The value: a number for `integer` and `number`, else a text.',
    example: { type: 'integer', minimum: 1, maximum: 6 },
    schema: object([], {
      type: {
        title: 'Type',
        description: 'What is made: a UUID, an integer, a number from 0 to below 1, or bytes as a text.',
        enum: ['uuid', 'integer', 'number', 'hex', 'base64url'],
        default: 'uuid',
      },
      minimum: bound('Minimum', 'The least integer.', 0),
      maximum: bound('Maximum', 'The greatest integer.', limit()),
      bytes: {
        title: 'Bytes',
        description: 'The number of bytes for `hex` and `base64url`.',
        type: 'integer',
        minimum: 1,
        maximum: 1_024,
        default: 16,
      },
    }),
    perform: (args, scope) => scope.frame.run.host.value(`${scope.key}:random`, () => random(args)),
  },
  now: {
    title: 'Now',
    description: 'Gives the time at which the task runs; a run that is resumed keeps it.',
    output: 'The time: a text for `iso8601`, else a number since 1970.',
    example: { format: 'seconds' },
    schema: object([], {
      format: {
        title: 'Format',
        description: 'How the time is written.',
        default: 'iso8601',
        enum: ['iso8601', 'seconds', 'milliseconds'],
      },
    }),
    perform({ format = 'iso8601' }, scope) {
      const { host } = scope.frame.run;
      const now = host.value(`${scope.key}:now`, () => getNow(host)) as number;
      if (format === 'iso8601') return new Date(now).toISOString();
      return format === 'seconds' ? Math.floor(now / 1_000) : now;
    },
  },
};

function random({ type = 'uuid', minimum = 0, maximum, bytes = 16 }: JsonObject): Json {
  if (type === 'uuid') return randomUUID();
  if (type === 'number') return randomBytes(6).readUIntBE(0, 6) / 2 ** 48;
  if (type !== 'integer') return randomBytes(Number(bytes)).toString(type as 'hex');
  const min = Number(minimum);
  return randomInt(min, Math.max(min, Number(maximum ?? limit())) + 1);
}

/** Two of them are as far apart as random integers may be. */
function limit(): number {
  return 2 ** 46;
}

function bound(title: string, description: string, usual: number): JsonObject {
  return { title, description, type: 'integer', minimum: -limit(), maximum: limit(), default: usual };
}

function object(required: string[], properties: JsonObject): JsonObject {
  return { type: 'object', additionalProperties: false, required, properties };
}
