import { createInterface, type Interface } from 'node:readline/promises';
import type { Io } from '../contract/io.js';

/** Questions to the person at the terminal. `close` ends the reading of their answers. */
export class Questions {
  #lines: Interface | undefined;
  #answers: AsyncIterator<string> | undefined;

  constructor(private readonly io: Io) {}

  /** True when a person can be asked. */
  get canAsk(): boolean {
    const { stdin, stderr } = this.io;
    return (stdin as Io['stdin'] & { isTTY?: boolean }).isTTY === true && stderr.isTTY === true;
  }

  /** Asks a question of yes or no; anything but a yes is a no. */
  async askYes(question: string): Promise<boolean> {
    this.io.stderr.write(`${question} [y/N] `);
    // One reader for all questions: lines that come early belong to the questions after.
    this.#lines ??= createInterface({ input: this.io.stdin });
    this.#answers ??= this.#lines[Symbol.asyncIterator]();
    const { value, done } = await this.#answers.next();
    return done !== true && /^y(?:es)?$/i.test(String(value).trim());
  }

  close(): void {
    this.#lines?.close();
  }
}
