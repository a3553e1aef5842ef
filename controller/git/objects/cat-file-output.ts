import type { GitObject } from './contract.js';

/** Larger objects are skipped: no entity is that large, and a small pack can hold an object of any size. */
const maxBytes = 512 * 2 ** 20;
const NEWLINE = 0x0a;
/** `<40 digits> <type> <size>`, with room to spare. */
const maxHeader = 200;

/** Undefined for an object that is missing or too large. */
export type Answer = GitObject | undefined;

interface Body {
  type: GitObject['type'];
  size: number;
  /** Bytes that have arrived. */
  filled: number;
  /** Set when the bytes arrive in several chunks. */
  content: Buffer | undefined;
}

/**
 * Parses the output of `git cat-file --batch`: `<id> <type> <size>`, the bytes and a newline for each object, or
 * `<id> missing`. Answers come in the order of the requests. Small objects are views of the chunk that holds them.
 */
export class BatchOutput {
  #header = '';
  #body: Body | undefined;

  /** @throws Error when the bytes are not such output */
  *push(chunk: Buffer): Generator<Answer> {
    for (let at = 0; at < chunk.length; ) {
      if (this.#body === undefined) {
        const end = chunk.indexOf(NEWLINE, at) + 1;
        this.#header += chunk.toString('latin1', at, end || chunk.length);
        if (this.#header.length > maxHeader) throw unexpected();
        at = end || chunk.length;
        if (end === 0) continue;
        this.#body = parseHeader(this.#header.trimEnd());
        this.#header = '';
        if (this.#body === undefined) yield undefined;
      } else if (this.#body.filled < this.#body.size) {
        at += take(this.#body, chunk.subarray(at));
      } else {
        if (chunk[at] !== NEWLINE) throw unexpected();
        at += 1;
        const { type, size, content } = this.#body;
        this.#body = undefined;
        yield size > maxBytes ? undefined : { type, content: content ?? Buffer.alloc(0) };
      }
    }
  }
}

/** Adds the part of an object that a chunk holds and returns its length. */
function take(body: Body, chunk: Buffer): number {
  const { size, filled } = body;
  const length = Math.min(size - filled, chunk.length);
  body.filled += length;
  if (size > maxBytes) return length;
  if (length === size) {
    body.content = chunk.subarray(0, size);
  } else {
    body.content ??= Buffer.allocUnsafeSlow(size);
    body.content.set(chunk.subarray(0, length), filled);
  }
  return length;
}

/** Returns undefined for a missing object. */
function parseHeader(header: string): Body | undefined {
  if (/^[0-9a-f]{40} missing$/.test(header)) return undefined;
  const match = /^[0-9a-f]{40} (blob|tree|commit|tag) (\d{1,15})$/.exec(header);
  if (!match) throw unexpected();
  return { type: match[1] as GitObject['type'], size: Number(match[2]), filled: 0, content: undefined };
}

function unexpected(): Error {
  return new Error('`git cat-file --batch` has printed something unexpected');
}
