import type { SqlValue, Write } from '../contract/statements.js';

/** The writes of a transaction on their way to the thread: one flat list costs a tenth of an object for each write. */
export interface CommitJob {
  /** Statements that the thread has not seen, which are numbered from 0 in the order of their arrival. */
  readonly statements: readonly { readonly sql: string; readonly places: number }[];
  /** For each write the number of its statement, then a value for each place. */
  readonly writes: readonly SqlValue[];
}

/** Closes the connection of the thread. */
export const closing = 'close';

/** Undefined when the transaction is on disk; else its error, without which nothing was written. */
export type CommitAnswer = { readonly message: string } | undefined;

/** Makes jobs of writes for one thread. */
export class CommitJobs {
  readonly #numbers = new Map<string, number>();

  of(units: Iterable<readonly Write[]>): CommitJob {
    const statements: { sql: string; places: number }[] = [];
    const list: SqlValue[] = [];
    for (const writes of units) {
      for (const { sql, values } of writes) {
        let number = this.#numbers.get(sql);
        if (number === undefined) {
          number = this.#numbers.size;
          this.#numbers.set(sql, number);
          statements.push({ sql, places: values.length });
        }
        list.push(number);
        for (const value of values) list.push(value);
      }
    }
    return { statements, writes: list };
  }
}
