import { existsSync, readFileSync } from 'node:fs';
import { writePrivateFile } from '../../storage/index.js';

/** Ends of the process, in a row, after which a run that had a call in flight each time continues last and alone. */
const mostEnds = 2;

interface Suspect {
  /** Ends of the process, in a row, at which the run had a call in flight. */
  readonly ends: number;
  /** True when the last of them came from a library, and no other run had a call in flight. */
  readonly wasAlone: boolean;
}

/**
 * The runs that had a call in flight when an exception that belongs to no connection ended the process in order. They are noted
 * before the process ends, so that a stop, a kill or a loss of power never counts.
 */
export class SuspectRuns {
  #suspects: Readonly<Record<string, Suspect>>;

  /** @param path of the file that holds them */
  constructor(private readonly path: string) {
    this.#suspects = existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Suspect>)
      : {};
  }

  get ids(): string[] {
    return Object.keys(this.#suspects);
  }

  endsOf(id: string): number {
    return this.#suspects[id]?.ends ?? 0;
  }

  /** True for a run that continues once no other does. */
  continuesAlone(id: string): boolean {
    return this.endsOf(id) >= mostEnds;
  }

  /** True for a run that ended the process again while it had a call in flight alone. */
  isProven(id: string): boolean {
    return this.endsOf(id) > mostEnds && this.#suspects[id]?.wasAlone === true;
  }

  /**
   * Notes an end of the process; synchronous, as nothing else is certain to be done any more.
   * @param calling runs with a call in flight
   * @param isActive false for a run that waits to continue alone: its row of ends goes on
   */
  noteEnd(error: unknown, calling: readonly string[], isActive: (id: string) => boolean): void {
    const waiting = Object.entries(this.#suspects).filter(([id]) => !isActive(id));
    const wasAlone = calling.length === 1 && comesFromLibrary(error);
    const active = calling.map((id) => [id, { ends: this.endsOf(id) + 1, wasAlone }] as const);
    this.#store(Object.fromEntries([...waiting, ...active]));
  }

  /** Forgets a run that has ended, or that an operator resumes. */
  forget(id: string): void {
    if (this.endsOf(id) === 0) return;
    this.#store(Object.fromEntries(Object.entries(this.#suspects).filter(([other]) => other !== id)));
  }

  #store(suspects: Record<string, Suspect>): void {
    this.#suspects = suspects;
    writePrivateFile(this.path, JSON.stringify(suspects));
  }
}

/** A defect in a timer of svc says nothing about the runs that happen to call at the time. */
function comesFromLibrary(error: unknown): boolean {
  return error instanceof Error && /[\\/]node_modules[\\/](?!@svc-run[\\/])/.test(error.stack ?? '');
}
