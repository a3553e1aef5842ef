import { toComputable } from '../../../../schemas/json/exact-number.js';
import { parseJsonText, toJsonText } from '../../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { shortened } from '../../../../schemas/shortened.js';
import { parseDuration, type StoreAction } from '../../../flows/index.js';
import type { Accepted } from '../../../json-schema/index.js';
import type { CompiledStore } from '../../../kinds/store/compile.js';

/** One step of a run that reads or changes a store. */
export interface StoreRequest {
  /** Each branch has its own data of the store. */
  branch: string;
  store: string;
  rules: CompiledStore;
  action: StoreAction;
  /** The parameters of the task: `key`, `value`, `by`, `ttl`, `prefix`, `after`, `limit`. */
  input: JsonObject;
  runId: string;
  /** The same each time the step is performed, so that its change is made once. */
  idempotencyKey: string;
}

/**
 * A step that the store refused without a change. The message is for people. The type of the flow's error is
 * `configuration` for arguments that the store does not take, and `validation` for a result that it cannot keep.
 */
export class StoreError extends Error {
  override name = 'StoreError';

  constructor(
    message: string,
    readonly type: 'configuration' | 'validation' = 'configuration',
  ) {
    super(message);
  }
}

const maxKeyLength = 512;
const maxListed = 1_000;
const defaultListed = 100;

/** An entry of a store. */
export interface Entry {
  /** JSON text. */
  value: string;
  /** ms since the epoch; null for never. */
  expiresAt: number | null;
}

/** A change of one entry with checked parameters. */
export interface Change {
  key: string;
  /** The next version of the entry, undefined for a deletion, and the result of the step. @throws StoreError */
  apply(current: Entry | undefined, now: number): { next: Entry | undefined; result: Json };
}

type ChangeAction = Exclude<StoreRequest['action'], 'get' | 'list'>;

/**
 * Returns a change; a promise only when a thread checks its value, so that steps of one turn keep their order.
 * @throws StoreError, as the rejection too
 */
export function getChange(
  action: ChangeAction,
  request: StoreRequest,
  maxValueSize: number,
): Change | Promise<Change> {
  const key = getKey(request.input);
  switch (action) {
    case 'delete':
      return { key, apply: (current) => ({ next: undefined, result: { deleted: current !== undefined } }) };
    case 'set': {
      const change = (text: string): Change => ({ key, apply: set(request, text) });
      const text = checked(request, request.input['value'] ?? null, maxValueSize);
      return text instanceof Promise ? text.then(change) : change(text);
    }
    case 'increment':
      return { key, apply: increment(request, getIncrement(request.input), maxValueSize) };
  }
}

function set(request: StoreRequest, value: string): Change['apply'] {
  getExpiry(request.input, request.rules.ttl, 0);
  return (current, now) => ({
    next: { value, expiresAt: getExpiry(request.input, request.rules.ttl, now) },
    result: { created: current === undefined },
  });
}

function increment(request: StoreRequest, by: number, maxValueSize: number): Change['apply'] {
  return (current, now) => {
    const before = current === undefined ? 0 : toComputable(parseJsonText(current.value));
    if (typeof before !== 'number') {
      const key = getKey(request.input);
      throw new StoreError(`the value of \`${key}\` is not a number and cannot be incremented`, 'validation');
    }
    const result = before + by;
    if (!Number.isFinite(result)) throw new StoreError('the sum is too large for a number', 'validation');
    const value = toText(request.rules.acceptSum(result), maxValueSize);
    return { next: { value, expiresAt: getExpiry(request.input, request.rules.ttl, now) }, result };
  };
}

/** The value with its defaults, as JSON text. @throws StoreError for a value that is too large or does not fit the store's schema */
function checked({ rules }: StoreRequest, value: Json, maxValueSize: number): string | Promise<string> {
  const accepted = rules.accept(value);
  return accepted instanceof Promise
    ? accepted.then((outcome) => toText(outcome, maxValueSize))
    : toText(accepted, maxValueSize);
}

/** @throws StoreError */
function toText({ value, findings }: Accepted, maxValueSize: number): string {
  const text = toJsonText(value);
  const { length } = text;
  if (length > maxValueSize)
    throw new StoreError(
      `the value has ${length} characters of JSON; \`Limits.TaskOutput\` allows ${maxValueSize}`,
      'validation',
    );
  if (findings.length === 0) return text;
  const list = findings.map(({ pointer, message }) => `\`${pointer || '/'}\` ${message}`).join('; ');
  throw new StoreError(`the value does not fit the schema: ${list}`);
}

/** @throws StoreError */
export function getKey(input: JsonObject): string {
  return nameIn(input, 'key', 1);
}

/** The expiry of an entry written now: after the step's `ttl`, or else the store's; null for never. @throws StoreError */
function getExpiry(input: JsonObject, storeTtl: number | undefined, now: number): number | null {
  const { ttl } = input;
  const ms = ttl === undefined ? (storeTtl ?? { never: true }) : parseDuration(ttl);
  if (typeof ms === 'number') {
    if (ms <= 0) throw new StoreError('`ttl` must be longer than 0');
    return now + ms;
  }
  if ('problem' in ms) throw new StoreError(`\`ttl\` ${ms.problem}`);
  return null;
}

/** @throws StoreError */
function getIncrement(input: JsonObject): number {
  const by = toComputable(input['by'] ?? 1);
  if (typeof by === 'number' && Number.isFinite(by)) return by;
  throw new StoreError(`\`by\` must be a number, not ${shown(by)}`);
}

export interface Listing {
  prefix: string;
  /** Only keys that sort after this one. */
  after: string;
  limit: number;
}

/** @throws StoreError */
export function getListing(input: JsonObject): Listing {
  const { limit = defaultListed } = input;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > maxListed) {
    throw new StoreError(`\`limit\` must be a whole number from 1 to ${maxListed}, not ${shown(limit)}`);
  }
  const prefix = input['prefix'] === undefined ? '' : nameIn(input, 'prefix', 0);
  const after = input['after'] === undefined ? '' : nameIn(input, 'after', 0);
  return { prefix, after, limit };
}

/** A key or a part of a key: text that a database stores unchanged. */
function nameIn(input: JsonObject, member: string, minLength: number): string {
  const value = input[member] ?? null;
  if (typeof value !== 'string') {
    const hint = typeof value === 'number' ? '; `tostring` makes it one' : '';
    throw new StoreError(`\`${member}\` must be a string, not ${shown(value)}${hint}`);
  }
  const { length } = value;
  if (length < minLength || length > maxKeyLength)
    throw new StoreError(`\`${member}\` must have ${minLength} to ${maxKeyLength} characters, not ${length}`);
  if (/[\p{Cc}\p{Cs}\u{10FFFF}]/u.test(value)) {
    throw new StoreError(`\`${member}\` must not have control characters or characters that are not text`);
  }
  return value;
}

function shown(value: Json): string {
  return `\`${shortened(toJsonText(value), 40)}\``;
}
