import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Action, ActionHints } from '../contract/connector.js';
import type { RedisClient } from './client.js';
import type { RedisConfig } from './config-schema.js';

type Argument = string | number;

/** An action: the command that it sends, and the value that it makes of the answer. */
interface Form {
  title: string;
  description: string;
  hints: keyof typeof kinds;
  properties: JsonObject;
  required?: readonly string[];
  command(input: JsonObject): Argument[];
  answer?(reply: unknown, input: JsonObject): Json;
}

const kinds = {
  reads: { readOnly: true, idempotent: true, destructive: false },
  sets: { readOnly: false, idempotent: true, destructive: true },
  adds: { readOnly: false, idempotent: false, destructive: false },
  takes: { readOnly: false, idempotent: false, destructive: true },
} satisfies Record<string, ActionHints>;

const text = (title: string, description: string, example: string): JsonObject => ({
  title,
  description,
  type: 'string',
  minLength: 1,
  examples: [example],
});
const whole = (title: string, description: string, example: number, minimum?: number): JsonObject => ({
  title,
  description,
  type: 'integer',
  examples: [example],
  ...(minimum === undefined ? {} : { minimum }),
});
const key = text('Key', 'The name of the value.', 'order:17');
const value: JsonObject = {
  title: 'Value',
  description: 'A text is stored as it is, anything else as JSON.',
  examples: ['paid', { total: 80 }],
};
const values: JsonObject = {
  title: 'Values',
  description: 'Texts are stored as they are, anything else as JSON.',
  type: 'array',
  minItems: 1,
  maxItems: 10_000,
  examples: [['a', 'b']],
};
const json: JsonObject = {
  title: 'JSON',
  description: 'Whether stored texts are read as JSON; one that is no JSON stays a text.',
  type: 'boolean',
  default: false,
  examples: [true],
};
const side: JsonObject = {
  title: 'Side',
  description: 'The end of the list.',
  enum: ['left', 'right'],
  default: 'right',
  examples: ['left'],
};
const fields: JsonObject = {
  title: 'Fields',
  description: 'Texts are stored as they are, anything else as JSON.',
  type: 'object',
  minProperties: 1,
  examples: [{ status: 'paid', total: 80 }],
};

const forms: Readonly<Record<string, Form>> = {
  get: {
    title: 'Get a value',
    description: 'Returns the value of a key, or null.',
    hints: 'reads',
    properties: { key, json },
    required: ['key'],
    command: ({ key }) => ['GET', String(key)],
    answer: (reply, { json }) => readValue(reply, json),
  },
  set: {
    title: 'Set a value',
    description: 'Stores a value under a key. Returns whether it was stored: `when` may prevent it.',
    hints: 'sets',
    properties: {
      key,
      value,
      seconds: whole('Seconds', 'The value is deleted after this time.', 3_600, 1),
      when: {
        title: 'When',
        description: 'Store only when the key is `absent`, or only when it is `present`.',
        enum: ['absent', 'present'],
        examples: ['absent'],
      },
    },
    required: ['key', 'value'],
    command: ({ key, value = null, seconds, when }) => [
      'SET',
      String(key),
      stored(value),
      ...(seconds === undefined ? [] : ['EX', Number(seconds)]),
      ...(when === undefined ? [] : [when === 'absent' ? 'NX' : 'XX']),
    ],
    answer: (reply) => ({ stored: reply === 'OK' }),
  },
  delete: {
    title: 'Delete values',
    description: 'Deletes keys. Returns how many there were.',
    hints: 'sets',
    properties: {
      keys: { ...values, title: 'Keys', description: 'The names.', items: key, examples: [['order:17']] },
    },
    required: ['keys'],
    command: ({ keys }) => ['DEL', ...(keys as string[])],
    answer: (reply) => ({ deleted: Number(reply) }),
  },
  increment: {
    title: 'Increment a number',
    description: 'Adds to a number in one step. Returns the sum; a missing key counts from 0.',
    hints: 'adds',
    properties: { key, by: { ...whole('By', 'The number to add.', 1), default: 1 } },
    required: ['key'],
    command: ({ key, by = 1 }) => ['INCRBY', String(key), Number(by)],
    answer: Number,
  },
  expire: {
    title: 'Let a value expire',
    description: 'Deletes a key after a time. Returns whether there is such a key.',
    hints: 'sets',
    properties: { key, seconds: whole('Seconds', 'The time from now.', 3_600, 0) },
    required: ['key', 'seconds'],
    command: ({ key, seconds }) => ['EXPIRE', String(key), Number(seconds)],
    answer: (reply) => ({ found: reply === 1 }),
  },
  scan: {
    title: 'Find keys',
    description:
      'Returns a part of the keys, and the cursor of the next part; null at the end. A key may come twice.',
    hints: 'reads',
    properties: {
      match: text('Match', 'A pattern with `*`, `?` and `[a-z]`.', 'order:*'),
      cursor: text('Cursor', 'The cursor that the part before returned.', '17'),
      count: { ...whole('Count', 'About how many keys to look at.', 100, 1), maximum: 10_000, default: 100 },
    },
    command: ({ match, cursor = '0', count = 100 }) => [
      'SCAN',
      String(cursor),
      'COUNT',
      Number(count),
      ...(match === undefined ? [] : ['MATCH', String(match)]),
    ],
    answer(reply) {
      const [next, keys] = reply as [string, string[]];
      return { keys, cursor: next === '0' ? null : next };
    },
  },
  'hash-get': {
    title: 'Get a hash',
    description: 'Returns the fields of a hash; an empty map for a missing key.',
    hints: 'reads',
    properties: { key, json },
    required: ['key'],
    command: ({ key }) => ['HGETALL', String(key)],
    answer: (reply, { json }) => getMap(reply, json),
  },
  'hash-set': {
    title: 'Set fields of a hash',
    description: 'Stores fields of a hash; others stay. Returns how many are new.',
    hints: 'sets',
    properties: { key, fields },
    required: ['key', 'fields'],
    command: ({ key, fields }) => ['HSET', String(key), ...pairs(fields)],
    answer: (reply) => ({ added: Number(reply) }),
  },
  'list-push': {
    title: 'Add to a list',
    description: 'Adds values to an end of a list. Returns its length.',
    hints: 'adds',
    properties: { key, values, side },
    required: ['key', 'values'],
    command: ({ key, values, side }) => [
      side === 'left' ? 'LPUSH' : 'RPUSH',
      String(key),
      ...(values as Json[]).map(stored),
    ],
    answer: Number,
  },
  'list-pop': {
    title: 'Take from a list',
    description: 'Removes values at an end of a list and returns them.',
    hints: 'takes',
    properties: {
      key,
      side: { ...side, default: 'left' },
      count: { ...whole('Count', 'The most values to take.', 1, 1), maximum: 10_000, default: 1 },
      json,
    },
    required: ['key'],
    command: ({ key, side, count = 1 }) => [side === 'right' ? 'RPOP' : 'LPOP', String(key), Number(count)],
    answer: (reply, { json }) => toReplyList(reply, json),
  },
  'list-range': {
    title: 'Read a list',
    description: 'Returns a part of a list; positions count from 0, negative ones from the end.',
    hints: 'reads',
    properties: {
      key,
      from: { ...whole('From', 'The position of the first value.', 0), default: 0 },
      to: { ...whole('To', 'The position of the last value.', 99), default: 99 },
      json,
    },
    required: ['key'],
    command: ({ key, from = 0, to = 99 }) => ['LRANGE', String(key), Number(from), Number(to)],
    answer: (reply, { json }) => toReplyList(reply, json),
  },
  'set-add': {
    title: 'Add to a set',
    description: 'Adds values to a set. Returns how many are new.',
    hints: 'sets',
    properties: { key, values },
    required: ['key', 'values'],
    command: ({ key, values }) => ['SADD', String(key), ...(values as Json[]).map(stored)],
    answer: (reply) => ({ added: Number(reply) }),
  },
  'set-remove': {
    title: 'Remove from a set',
    description: 'Removes values from a set. Returns how many there were.',
    hints: 'sets',
    properties: { key, values },
    required: ['key', 'values'],
    command: ({ key, values }) => ['SREM', String(key), ...(values as Json[]).map(stored)],
    answer: (reply) => ({ removed: Number(reply) }),
  },
  'set-members': {
    title: 'Read a set',
    description: 'Returns the values of a set, in any order.',
    hints: 'reads',
    properties: { key, json },
    required: ['key'],
    command: ({ key }) => ['SMEMBERS', String(key)],
    answer: (reply, { json }) => toReplyList(reply, json),
  },
  publish: {
    title: 'Publish a message',
    description: 'Sends a message to those that listen to a channel now. Returns how many they are.',
    hints: 'adds',
    properties: { channel: text('Channel', 'The name of the channel.', 'orders'), message: value },
    required: ['channel', 'message'],
    command: ({ channel, message = null }) => ['PUBLISH', String(channel), stored(message)],
    answer: (reply) => ({ receivers: Number(reply) }),
  },
  'stream-add': {
    title: 'Add to a stream',
    description: 'Adds an entry to a stream. Returns its id.',
    hints: 'adds',
    properties: {
      key,
      fields,
      maxLength: whole('Most entries', 'Old entries beyond about this number are removed.', 10_000, 1),
    },
    required: ['key', 'fields'],
    command: ({ key, fields, maxLength }) => [
      'XADD',
      String(key),
      ...(maxLength === undefined ? [] : ['MAXLEN', '~', Number(maxLength)]),
      '*',
      ...pairs(fields),
    ],
    answer: (reply) => ({ id: String(reply) }),
  },
  'stream-range': {
    title: 'Read a stream',
    description: 'Returns entries of a stream, the oldest first, each with `id` and `fields`.',
    hints: 'reads',
    properties: {
      key,
      after: text('After', 'Only entries behind the one with this id.', '1700000000000-0'),
      count: { ...whole('Count', 'The most entries.', 100, 1), maximum: 10_000, default: 100 },
      json,
    },
    required: ['key'],
    command: ({ key, after, count = 100 }) => [
      'XRANGE',
      String(key),
      after === undefined ? '-' : `(${after}`,
      '+',
      'COUNT',
      Number(count),
    ],
    answer: (reply, { json }) =>
      (reply as [string, string[]][]).map(([id, fieldList]) => ({ id, fields: getMap(fieldList, json) })),
  },
};

export const actions: Readonly<Record<string, Action<RedisConfig, RedisClient>>> = Object.fromEntries(
  Object.entries(forms).map(([name, form]) => [name, getAction(form)]),
);

function getAction({ title, description, hints, properties, required = [], command, answer }: Form) {
  const input = { type: 'object', additionalProperties: false, required: [...required], properties };
  return {
    title,
    description,
    hints: kinds[hints],
    input,
    async run({ client }: { client: RedisClient }, input: JsonObject): Promise<Json> {
      const [name = '', ...args] = command(input);
      const reply = await client.call(String(name), ...args);
      return answer ? answer(reply, input) : (reply as Json);
    },
  };
}

function stored(value: Json): string {
  return typeof value === 'string' ? value : toJsonText(value);
}

function pairs(fields: Json | undefined): string[] {
  return Object.entries(fields as JsonObject).flatMap(([name, value]) => [name, stored(value)]);
}

function readValue(reply: unknown, json: Json | undefined): Json {
  if (typeof reply !== 'string') return (reply ?? null) as Json;
  if (json !== true) return reply;
  try {
    return parseJsonText(reply) as Json;
  } catch {
    return reply;
  }
}

function toReplyList(reply: unknown, json: Json | undefined): Json[] {
  return ((reply ?? []) as string[]).map((each) => readValue(each, json));
}

/** The server lists names and values in turn. */
function getMap(reply: unknown, json: Json | undefined): JsonObject {
  const list = (reply ?? []) as string[];
  const entries = list.flatMap((name, at): [string, Json][] =>
    at % 2 === 0 ? [[name, readValue(list[at + 1], json)]] : [],
  );
  return Object.fromEntries(entries);
}
