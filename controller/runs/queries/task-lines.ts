import { type LogEntry, toJsonPart } from './journal-views.js';

/**
 * Chooses the lines of a log that one task wrote, and what ran inside of it. A line says which execution it is of only where a task
 * begins and ends: what comes in between, of the same task, belongs to the execution, or to another one at the same time.
 */
export class TaskLines {
  readonly #reference: string;
  /** True where one execution of several is meant, by its key. */
  readonly isOfExecution: boolean;
  #isOpen = false;

  /** @param task the name, the reference or the key of one execution; a key of an iteration has all that ran in it */
  constructor(private readonly task: string) {
    this.#reference = task.replaceAll(/[@#~]\d+/g, '');
    this.isOfExecution = this.#reference !== task && task.startsWith('/');
  }

  /** Tells whether entries may have lines of the task, by their JSON. */
  mayMatter(json: string): boolean {
    return !this.isOfExecution || this.#isOpen || json.includes(toJsonPart(this.task));
  }

  /** Tells whether a line belongs to the task; call it for each line of the log, in order. */
  take({ reference, data }: LogEntry): boolean {
    if (reference === null || !this.#isReference(reference)) return false;
    if (!this.isOfExecution) return true;
    const key = data?.['key'];
    if (typeof key !== 'string' || data?.['event'] === undefined) return this.#isOpen;
    const isInside = isAtOrBelow(key, this.task, /^[/@#]/);
    this.#isOpen = isInside && !(key === this.task && ended.has(String(data['event'])));
    return isInside;
  }

  #isReference(reference: string): boolean {
    if (this.task.startsWith('/')) return isAtOrBelow(reference, this.#reference, /^\//);
    return reference.split('/').includes(this.task);
  }
}

const ended: ReadonlySet<string> = new Set(['completed', 'faulted', 'cancelled', 'skipped']);

function isAtOrBelow(path: string, above: string, separator: RegExp): boolean {
  return path.startsWith(above) && (path.length === above.length || separator.test(path.slice(above.length)));
}
