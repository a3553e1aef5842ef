import { createInterface, type Interface } from 'node:readline/promises';
import type { Io } from '../contract/io.js';

/** Questions to the person at the terminal. `close` ends the reading of their answers. */
export class Questions {
  #lines: Interface | undefined;
  #answers: AsyncIterator<string> | undefined;
  /** Questions that come at the same time are put one after another. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly io: Io) {}

  /** True when a person can be asked. */
  get canAsk(): boolean {
    const { stdin, stderr } = this.io;
    return (stdin as Io['stdin'] & { isTTY?: boolean }).isTTY === true && stderr.isTTY === true;
  }

  /** Asks a question of yes or no; anything but a yes is a no. */
  async askYes(question: string): Promise<boolean> {
    const answer = await this.askLine(`${question} [y/N] `);
    return answer !== undefined && /^y(?:es)?$/i.test(answer.trim());
  }

  /** Resolves with the line that the person types; undefined at the end of the input. */
  async askLine(prompt: string): Promise<string | undefined> {
    this.io.stderr.write(prompt);
    // One reader for all questions: lines that come early belong to the questions after.
    this.#lines ??= createInterface({ input: this.io.stdin });
    this.#answers ??= this.#lines[Symbol.asyncIterator]();
    const { value, done } = await this.#answers.next();
    return done === true ? undefined : String(value);
  }

  /** Runs a dialogue of several lines, after those that have begun before. */
  inTurn<Result>(dialogue: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(dialogue);
    this.#turn = result.catch(() => {});
    return result;
  }

  close(): void {
    this.#lines?.close();
  }
}
