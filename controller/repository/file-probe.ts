import { readFileSync, type Stats, statSync } from 'node:fs';

/** A look at the files costs some microseconds; callers that ask thousands of times a second share one. */
const LOOK_EVERY_MS = 2;
/** File times move in steps of a few milliseconds: two writes within one step can look the same. */
const CLOCK_STEP_MS = 50;

interface Sight {
  identity: string;
  /** Only while the file is so young that a further write might not show in its times. */
  content: string | undefined;
}

/** Tells cheaply, by `stat`, whether one of a few small files was written since `mark`. */
export class FileProbe {
  #sights: Sight[] = [];
  #marked = false;
  #moved = false;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly paths: readonly string[]) {}

  /** Takes what is there now as known. */
  mark(): void {
    this.#sights = this.paths.map(look);
    this.#marked = true;
    this.#moved = false;
    this.#lookedAt = Number.NEGATIVE_INFINITY;
  }

  /** Whether a file was written since `mark`, as of two milliseconds ago at most. */
  moved(): boolean {
    if (this.#moved || !this.#marked) return true;
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_EVERY_MS) return false;
    this.#lookedAt = now;
    return this.movedNow();
  }

  /** As `moved`, as of now. */
  movedNow(): boolean {
    this.#moved ||= !this.#marked || this.paths.some((path, index) => this.#differs(path, index));
    return this.#moved;
  }

  #differs(path: string, index: number): boolean {
    const known = this.#sights[index];
    if (known === undefined || known.identity !== identityOf(stat(path))) return true;
    if (known.content === undefined) return false;
    const seen = look(path);
    if (seen.identity !== known.identity || contentOf(path) !== known.content) return true;
    this.#sights[index] = seen;
    return false;
  }
}

function look(path: string): Sight {
  const found = stat(path);
  const young = found !== undefined && Date.now() - found.ctimeMs < CLOCK_STEP_MS;
  return { identity: identityOf(found), content: young ? contentOf(path) : undefined };
}

function stat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A folder on the way that may not be entered, or that has become a file: nothing to see there.
    return undefined;
  }
}

function identityOf(found: Stats | undefined): string {
  return found === undefined ? '' : `${found.ino}:${found.size}:${found.mtimeMs}:${found.ctimeMs}`;
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
