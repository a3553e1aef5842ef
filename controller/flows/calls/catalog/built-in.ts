import { createHash, createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import { textOf } from '../../data/values.js';
import { effect } from '../../execution/host-calls.js';
import type { Scope } from '../../plan/node.js';

/** A function of the catalog `default`, which needs no file. */
export interface BuiltIn {
  /** The schema of `with`, an object. */
  readonly schema: JsonObject;
  /** Gives the output for arguments that fit the schema; `data` is the input of the task. */
  perform(given: JsonObject, scope: Scope, data: Json): Json | Promise<Json>;
}

const value: JsonObject = { description: 'A text, as UTF-8; any other value as JSON.' };
const algorithm: JsonObject = { enum: ['sha256', 'sha384', 'sha512', 'sha1', 'md5'] };
const encoding: JsonObject = { enum: ['hex', 'base64', 'base64url'] };

/** The functions by name; each has the version 1.0.0. */
export const builtIns: Readonly<Record<string, BuiltIn>> = {
  log: {
    schema: object(['message'], {
      message: { description: 'A text; any other value is logged as JSON.' },
      level: { enum: ['debug', 'info', 'warn', 'error'] },
      data: { type: 'object' },
    }),
    async perform({ message = null, level = 'info', data }, scope, input) {
      await effect(scope, async (context) => {
        context.log(level as 'info', textOf(message), data === undefined ? undefined : objectOr(data));
        return null;
      });
      return input;
    },
  },
  hash: {
    schema: object(['value'], { value, algorithm, encoding }),
    perform: ({ value = null, algorithm = 'sha256', encoding = 'hex' }) =>
      createHash(algorithm as string)
        .update(textOf(value))
        .digest(encoding as 'hex'),
  },
  hmac: {
    schema: object(['value', 'key'], { value, key: { type: 'string', minLength: 1 }, algorithm, encoding }),
    perform: ({ value = null, key = '', algorithm = 'sha256', encoding = 'hex' }) =>
      createHmac(algorithm as string, key as string)
        .update(textOf(value))
        .digest(encoding as 'hex'),
  },
  random: {
    schema: object([], {
      type: { enum: ['uuid', 'integer', 'number', 'hex', 'base64url'] },
      minimum: { type: 'integer', minimum: -limit(), maximum: limit() },
      maximum: { type: 'integer', minimum: -limit(), maximum: limit() },
      bytes: { type: 'integer', minimum: 1, maximum: 1_024 },
    }),
    perform: (given, scope) => scope.frame.run.host.value(`${scope.key}:random`, () => random(given)),
  },
  now: {
    schema: object([], { format: { enum: ['iso8601', 'seconds', 'milliseconds'] } }),
    perform({ format = 'iso8601' }, scope) {
      const now = scope.frame.run.host.value(`${scope.key}:now`, Date.now) as number;
      if (format === 'iso8601') return new Date(now).toISOString();
      return format === 'seconds' ? Math.floor(now / 1_000) : now;
    },
  },
};

function random({ type = 'uuid', minimum = 0, maximum, bytes = 16 }: JsonObject): Json {
  if (type === 'uuid') return randomUUID();
  if (type === 'number') return randomBytes(6).readUIntBE(0, 6) / 2 ** 48;
  if (type !== 'integer') return randomBytes(Number(bytes)).toString(type as 'hex');
  const least = Number(minimum);
  return randomInt(least, Math.max(least, Number(maximum ?? limit())) + 1);
}

/** Two of them are as far apart as random integers may be. */
function limit(): number {
  return 2 ** 46;
}

function object(required: string[], properties: JsonObject): JsonObject {
  return { type: 'object', additionalProperties: false, required, properties };
}
