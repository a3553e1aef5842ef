import { randomUUID } from 'node:crypto';
import type { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createExactNumber, replaceExactNumbers } from '../../../schemas/json/exact-number.js';
import { replaceExactLiterals } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';

/** The most bytes of a line of a program, as the library has it. */
const maxLineBytes = 10 * 1024 * 1024;

/**
 * Carries numbers that no double gives back through the library, which writes and reads doubles only: as marked texts, whose
 * mark no other side knows.
 */
export class NumberMarks {
  readonly #mark = `number ${randomUUID()} `;
  readonly #marked = new RegExp(`"${this.#mark}([^"]*)"`, 'g');
  #isUsed = false;

  /** Marks the numbers of what is sent. */
  hide(value: JsonObject): JsonObject {
    return replaceExactNumbers(value, (exact) => `${this.#mark}${exact()}`) as JsonObject;
  }

  /** Writes the numbers of JSON text that is sent. */
  write(text: string): string {
    return text.includes(this.#mark) ? text.replace(this.#marked, '$1') : text;
  }

  /** Marks the numbers of JSON text that has come. */
  hideIn(text: string): string {
    return replaceExactLiterals(text, (literal) => {
      this.#isUsed = true;
      return `"${this.#mark}${literal}"`;
    });
  }

  /** Returns what has come with its numbers. */
  show(value: JsonObject): JsonObject {
    return this.#isUsed ? (this.#shown(value) as JsonObject) : value;
  }

  #shown(value: Json): Json {
    if (typeof value === 'string')
      return value.startsWith(this.#mark) ? createExactNumber(value.slice(this.#mark.length)) : value;
    if (Array.isArray(value)) return value.map((item) => this.#shown(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#shown(item ?? null)]));
  }
}

/** Returns `fetch` that sends and receives marked numbers. Answers of one JSON text have their numbers without marks. */
export function fetchWithMarks(fetch: typeof globalThis.fetch, marks: NumberMarks): typeof globalThis.fetch {
  return async (input, init) => {
    const body = typeof init?.body === 'string' ? { body: marks.write(init.body) } : {};
    const response = await fetch(input, { ...init, ...body });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!isStream || response.body === null) return response;
    const { status, statusText, headers } = response;
    const events = response.body
      .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
      .pipeThrough(markEvents(marks))
      .pipeThrough(new TextEncoderStream());
    return new Response(events as never, { status, statusText, headers });
  };
}

/** Marks the numbers in the data of events, line by line: neither a text nor a number of JSON goes over the end of a line. */
function markEvents(marks: NumberMarks): TransformStream<string, string> {
  const mark = (lines: string) =>
    lines.replaceAll(
      /(^|[\r\n])data:([^\r\n]*)/g,
      (_, before, data) => `${before}data:${marks.hideIn(data)}`,
    );
  let begun: string[] = [];
  return new TransformStream({
    transform(chunk, controller) {
      const end = Math.max(chunk.lastIndexOf('\n'), chunk.lastIndexOf('\r')) + 1;
      if (end > 0) {
        controller.enqueue(mark([...begun, chunk.slice(0, end)].join('')));
        begun = [];
      }
      if (end < chunk.length) begun.push(chunk.slice(end));
    },
    flush(controller) {
      if (begun.length > 0) controller.enqueue(mark(begun.join('')));
    },
  });
}

/** The parts of the library that have no other name. */
interface Internals {
  _process?: { stdin: NodeJS.WritableStream };
  _readBuffer: { append(chunk: Buffer): void };
}

/** Has the transport to a program send and receive marked numbers. */
export function markProgram(transport: StdioClientTransport, marks: NumberMarks): void {
  const internals = transport as unknown as Internals;
  const { _readBuffer: messages } = internals;
  const append = messages.append.bind(messages);
  let begun: Buffer[] = [];
  let size = 0;
  messages.append = (chunk) => {
    const end = chunk.lastIndexOf('\n') + 1;
    if (end > 0) {
      const lines = Buffer.concat([...begun, chunk.subarray(0, end)]).toString();
      begun = [];
      size = 0;
      append(Buffer.from(lines.replaceAll(/[^\n]+/g, (line) => marks.hideIn(line))));
    }
    if (end < chunk.length) begun.push(chunk.subarray(end));
    size += chunk.length - end;
    if (size > maxLineBytes) throw new Error(`The program wrote a line of more than ${maxLineBytes} bytes`);
  };
  transport.send = (message) =>
    new Promise((resolve, reject) => {
      const { _process: program } = internals;
      if (!program) return reject(new Error('The program does not run'));
      if (program.stdin.write(`${marks.write(JSON.stringify(message))}\n`)) resolve();
      else program.stdin.once('drain', resolve);
    });
}
