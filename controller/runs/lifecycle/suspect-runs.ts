import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeRoot, isSource } from '../../../schemas/code-root.js';
import { writePrivateFile } from '../../storage/index.js';

/** Ends of the process, in a row, after which a run that had a call in flight each time continues last and alone. */
const maxEnds = 2;
/** Ends of the process that are further apart than this are not in a row. */
const forgottenAfterMs = 3_600_000;

/** The folder of the package of svc, above the build and beside the sources. */
const packageFolder = fileURLToPath(isSource ? codeRoot : new URL('../', codeRoot));
/** The file of all modules of svc. V8's code cache states the place where the cache was made, which may be another folder. */
const ownFile = /[\\/]dist[\\/]cli[\\/]all\.cjs$/;

interface Suspect {
  /** Ends of the process, in a row, at which the run had a call in flight. */
  readonly ends: number;
  /** True when the last of them came from a library, and no other run had a call in flight. */
  readonly wasAlone: boolean;
  /** When the last of them was, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * The runs that had a call in flight when an exception that belongs to no connection ended the process in order. They are noted
 * before the process ends, so that a stop, a kill or a loss of power never counts.
 */
export class SuspectRuns {
  #suspects: Readonly<Record<string, Suspect>>;

  /** @param path of the file that holds them */
  constructor(private readonly path: string) {
    this.#suspects = existsSync(path) ? withoutOld(readSuspects(path)) : {};
  }

  get ids(): string[] {
    return Object.keys(this.#suspects);
  }

  getEnds(id: string): number {
    return this.#suspects[id]?.ends ?? 0;
  }

  /** True for a run that continues once no other does. */
  continuesAlone(id: string): boolean {
    return this.getEnds(id) >= maxEnds;
  }

  /** True for a run that ended the process again while it had a call in flight alone. */
  isProven(id: string): boolean {
    return this.getEnds(id) > maxEnds && this.#suspects[id]?.wasAlone === true;
  }

  /**
   * Notes an end of the process; synchronous, as nothing else is certain to be done any more.
   * @param calling runs with a call in flight
   * @param isActive false for a run that waits to continue alone: its row of ends goes on
   */
  noteEnd(error: unknown, calling: readonly string[], isActive: (id: string) => boolean): void {
    const waiting = Object.entries(this.#suspects).filter(([id]) => !isActive(id));
    const wasAlone = calling.length === 1 && comesFromLibrary(error);
    const at = Date.now();
    const active = calling.map((id) => [id, { ends: this.getEnds(id) + 1, wasAlone, at }] as const);
    this.#store(Object.fromEntries([...waiting, ...active]));
  }

  /** Forgets a run that has ended, or that an operator resumes. */
  forget(id: string): void {
    if (this.getEnds(id) === 0) return;
    this.#store(Object.fromEntries(Object.entries(this.#suspects).filter(([other]) => other !== id)));
  }

  #store(suspects: Record<string, Suspect>): void {
    this.#suspects = suspects;
    writePrivateFile(this.path, JSON.stringify(suspects));
  }
}

/** Returns no suspects for a file that is damaged: the count begins again, which must not keep the service from starting. */
function readSuspects(path: string): Record<string, Suspect> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, Suspect>;
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function withoutOld(suspects: Record<string, Suspect>): Record<string, Suspect> {
  const since = Date.now() - forgottenAfterMs;
  return Object.fromEntries(Object.entries(suspects).filter(([, { at }]) => at >= since));
}

/**
 * True for an exception that code of a package other than svc threw. A defect in a timer of svc says nothing about the runs
 * that happen to call at the time.
 */
function comesFromLibrary(error: unknown): boolean {
  const file = error instanceof Error ? throwingFile(error.stack ?? '') : undefined;
  if (file === undefined || ownFile.test(file)) return false;
  const path = relative(packageFolder, file);
  const folders = path.split(sep);
  // Another drive of Windows has no relative path.
  return isAbsolute(path) || folders[0] === '..' || folders.includes('node_modules');
}

/** Returns the file of the first frame of a stack that is in a file: modules of Node.js are in none. */
function throwingFile(stack: string): string | undefined {
  for (const line of stack.split('\n')) {
    const place = /^ +at (?:.* \()?(.+?):\d+:\d+\)?$/.exec(line)?.[1];
    if (place?.startsWith('file:')) return fileURLToPath(place);
    if (place !== undefined && isAbsolute(place)) return place;
  }
  return undefined;
}
