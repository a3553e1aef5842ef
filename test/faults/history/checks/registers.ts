import type { Operation, Read, Write } from '../recording.js';
import { getEnd, groupBy, isBefore, isKind, toSeconds } from './order.js';

/** The operations of one value of a register: its write and the reads that found it. */
interface Value {
  readonly n: number;
  /** The end of the first operation: the value was in the register by then. */
  readonly knownAt: number;
  /** The beginning of the last operation: the value was in the register at that time or later. */
  readonly usedAt: number;
}

/**
 * Checks that each register has behaved as one variable: an order of all operations exists in which each read finds the last
 * write, and which agrees with the acknowledgments. Each write has a value of its own, so the times decide (P. Gibbons and
 * E. Korach, Testing Shared Memories, 1997, theorem 4.2).
 */
export function checkRegisters(operations: readonly Operation[]): string[] {
  const registers = groupBy(
    operations.filter((each) => isKind('write')(each) || isKind('read')(each)),
    ({ register }) => register,
  );
  return [...registers].flatMap(([register, mine]) => {
    const writes = mine.filter(isKind('write'));
    const reads = mine.filter(isKind('read')).filter(({ result }) => result !== undefined);
    const wrong = reads.flatMap((read) => checkOrigin(read, writes));
    return [...wrong, ...checkValues(toValues(writes, reads))].map((text) => `${register}: ${text}`);
  });
}

/** A read finds a value that a client has written. */
function checkOrigin(read: Read, writes: readonly Write[]): string[] {
  if (read.result === 0) return [];
  const write = writes.find(({ n }) => n === read.result);
  if (!write) return [`read ${read.n} found ${read.result}, which no client has written`];
  if (write.outcome === 'refused') return [`read ${read.n} found ${read.result}, whose write was refused`];
  if (isBefore(read, write)) return [`read ${read.n} found ${read.result} before it was written`];
  return [];
}

function toValues(writes: readonly Write[], reads: readonly Read[]): Value[] {
  const found = groupBy(reads, ({ result }) => String(result));
  const values = writes
    .filter(({ outcome }) => outcome !== 'refused')
    .map((write) => toValue(write.n, [write, ...(found.get(String(write.n)) ?? [])]));
  const first = toValue(0, found.get('0') ?? []);
  return [
    {
      ...first,
      knownAt: Number.NEGATIVE_INFINITY,
    },
    ...values,
  ];
}

function toValue(n: number, operations: readonly (Write | Read)[]): Value {
  return {
    n,
    knownAt: Math.min(...operations.map(getEnd)),
    usedAt: Math.max(...operations.map(({ invokedAt }) => invokedAt)),
  };
}

/**
 * A value that is known before it is used for the last time was in the register all that time: no other value may have been so
 * in a part of that time, or have come and gone within it.
 */
function checkValues(values: readonly Value[]): string[] {
  const lasting = values.filter(({ knownAt, usedAt }) => knownAt < usedAt);
  return lasting.flatMap((value) => {
    const other = values.find((each) => each !== value && isWithin(each, value));
    if (!other) return [];
    const [from, to] = [value.knownAt, value.usedAt].map(toSeconds);
    return [
      `the value ${value.n} was there at ${from} and again at ${to}, although ${other.n} was written or read between`,
    ];
  });
}

function isWithin(other: Value, { knownAt, usedAt }: Value): boolean {
  if (other.knownAt < other.usedAt) return other.knownAt < usedAt && other.usedAt > knownAt;
  return other.usedAt > knownAt && other.knownAt < usedAt;
}
