import { deserialize, serialize } from 'node:v8';
import { createExactNumber, hasExactNumber, isExactNumber } from '../../schemas/json/exact-number.js';

// The messages between the event loop and the threads of `computing.ts`.

/** One computation for a thread. */
export interface ComputingJob {
  /** The path of the module with the function `compute`, from the folder of the code, without its ending. */
  readonly module: string;
  /** The argument of `compute`. */
  readonly input: ComputingData;
}

/** The result of a computation as V8 serializes it, or why there is none. */
export type ComputingAnswer = ComputingData | { readonly lost: string };

/** A value as V8 serializes it, and the exact numbers in it, which V8 cannot copy: they are null there. */
export interface ComputingData {
  readonly data: Uint8Array;
  readonly exactNumbers?: readonly ExactPlace[];
}

interface ExactPlace {
  readonly path: readonly (string | number)[];
  readonly digits: string;
}

/** The size of a value that can be sent: characters, members, and `containerSize` for each list and object. */
const maxSize = 32 * 1024 * 1024;
const containerSize = 16;

/** The end of the reason for the loss of a computation that exceeded a limit. */
export const division = '; give it less data at a time';

/** Copies the argument or the result of a computation. */
export function copy(value: unknown, name: 'input' | 'result'): ComputingAnswer {
  if (isTooLarge(value)) return { lost: `its ${name} is larger than ${maxSize / 2 ** 20} MB${division}` };
  try {
    const exactNumbers: ExactPlace[] = [];
    const plain = hasExactNumber(value) ? takeExactNumbers(value, [], exactNumbers) : value;
    const data = serialize(plain);
    return exactNumbers.length === 0 ? { data } : { data, exactNumbers };
  } catch (error) {
    const fault = error instanceof RangeError ? 'nested too deeply' : 'too large';
    return { lost: `its ${name} is ${fault}${division}` };
  }
}

/** Returns the value that was copied. */
export function restore({ data, exactNumbers = [] }: ComputingData): unknown {
  const root = { value: deserialize(data) as unknown };
  for (const { path, digits } of exactNumbers) {
    const names = ['value', ...path];
    const name = names.pop() as string;
    const holder = names.reduce<Holder>((outer, inner) => outer[inner] as Holder, root);
    holder[name] = createExactNumber(digits);
  }
  return root.value;
}

type Holder = { [name: string | number]: unknown };

/** Returns a value with null in place of each exact number, whose places it notes; the same value when it has none. */
function takeExactNumbers(value: unknown, path: readonly (string | number)[], taken: ExactPlace[]): unknown {
  if (isExactNumber(value)) {
    taken.push({ path, digits: value() });
    return null;
  }
  const count = taken.length;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => takeExactNumbers(item, [...path, index], taken));
    return taken.length === count ? value : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, item]) => [name, takeExactNumbers(item, [...path, name], taken)] as const,
  );
  return taken.length === count ? value : Object.fromEntries(entries);
}

/** Counts a text wherever it occurs: V8 writes it again each time, so that a thousand of one text take a thousand times its size. */
function isTooLarge(value: unknown): boolean {
  let size = 0;
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string') size += next.length;
    else if (Array.isArray(next)) {
      size += containerSize + next.length;
      if (size <= maxSize) for (const item of next) if (hasSize(item)) pending.push(item);
    } else if (typeof next === 'object' && next !== null) {
      size += containerSize;
      for (const [key, member] of Object.entries(next as object)) {
        size += 1 + key.length;
        if (hasSize(member)) pending.push(member);
      }
    }
    if (size > maxSize) return true;
  }
  return false;
}

function hasSize(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}
