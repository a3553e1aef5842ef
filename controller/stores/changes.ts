import type { Json } from '../../schemas/json.js';
import { StoreError, type StoreRequest } from './contract.js';
import { expiryOf, incrementOf, keyOf } from './parameters.js';

/** An entry of a store. */
export interface Entry {
  /** JSON text. */
  value: string;
  /** ms since the epoch; null for never. */
  expiresAt: number | null;
}

/** A change of one entry, its parameters checked. */
export interface Change {
  key: string;
  /**
   * What becomes of the entry, undefined for nothing, and what the step gives.
   * @throws StoreError
   */
  apply(current: Entry | undefined, now: number): { next: Entry | undefined; result: Json };
}

export type ChangeAction = Exclude<StoreRequest['action'], 'get' | 'list'>;

/** @throws StoreError */
export function changeOf(action: ChangeAction, request: StoreRequest, largestValue: number): Change {
  const key = keyOf(request.input);
  switch (action) {
    case 'delete':
      return { key, apply: (current) => ({ next: undefined, result: { deleted: current !== undefined } }) };
    case 'set':
      return { key, apply: set(request, checked(request, request.input['value'] ?? null, largestValue)) };
    case 'increment':
      return { key, apply: increment(request, incrementOf(request.input), largestValue) };
  }
}

function set(request: StoreRequest, value: string): Change['apply'] {
  expiryOf(request.input, request.rules.ttl, 0);
  return (current, now) => ({
    next: { value, expiresAt: expiryOf(request.input, request.rules.ttl, now) },
    result: { created: current === undefined },
  });
}

function increment(request: StoreRequest, by: number, largestValue: number): Change['apply'] {
  return (current, now) => {
    const before: Json = current === undefined ? 0 : JSON.parse(current.value);
    if (typeof before !== 'number') {
      throw new StoreError(
        `the value of \`${keyOf(request.input)}\` is not a number that could be incremented`,
      );
    }
    const result = before + by;
    if (!Number.isFinite(result)) throw new StoreError('the sum is too large for a number');
    const value = checked(request, result, largestValue);
    return { next: { value, expiresAt: expiryOf(request.input, request.rules.ttl, now) }, result };
  };
}

/** The value as text. @throws StoreError when it is too large or does not fit the store's schema */
function checked({ rules }: StoreRequest, value: Json, largestValue: number): string {
  const text = JSON.stringify(value);
  if (text.length > largestValue) {
    throw new StoreError(
      `the value has ${text.length} characters of JSON; \`Limits.TaskOutput\` allows ${largestValue}`,
    );
  }
  const findings = rules.check(value);
  if (findings.length === 0) return text;
  const list = findings.map(({ pointer, message }) => `\`${pointer || '/'}\` ${message}`).join('; ');
  throw new StoreError(`the value does not fit the schema: ${list}`);
}
