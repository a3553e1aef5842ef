import { serialize } from 'node:v8';

// The messages between the event loop and the threads of `computing.ts`.

/** One computation for a thread. */
export interface ComputingJob {
  /** The path of the module with the function `compute`, from the folder of the code, without its ending. */
  readonly module: string;
  /** The argument of `compute`, as V8 serializes it. */
  readonly data: Uint8Array;
}

/** The result of a computation as V8 serializes it, or why there is none. */
export type ComputingAnswer = { readonly data: Uint8Array } | { readonly lost: string };

/** The size of a value that can be sent: characters, members, and `containerSize` for each list and object. */
const maxSize = 32 * 1024 * 1024;
const containerSize = 16;

/** The end of the reason for the loss of a computation that exceeded a limit. */
export const division = '; give it less data at a time';

/** Copies the argument or the result of a computation. */
export function copy(value: unknown, name: 'input' | 'result'): ComputingAnswer {
  if (isTooLarge(value)) return { lost: `its ${name} is larger than ${maxSize / 2 ** 20} MB${division}` };
  try {
    return { data: serialize(value) };
  } catch (error) {
    const fault = error instanceof RangeError ? 'nested too deeply' : 'too large';
    return { lost: `its ${name} is ${fault}${division}` };
  }
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
