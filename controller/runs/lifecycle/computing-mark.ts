import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { writePrivateFile } from '../../storage/index.js';

const width = 64;

/** The content of the second file. */
interface Deaths {
  /** The mark that was counted last. */
  counted: string;
  /** Deaths of the process, by the id of the run that computed then. */
  runs: Record<string, number>;
}

/**
 * Notes in a file, without a disk flush, which run computes at the moment: a process that is killed leaves the note, and
 * the next start knows which run to blame. Only stretches after the first ten milliseconds are noted, so that short
 * computations cost nothing; the note is gone as soon as no run computes, before any other work of the event loop.
 */
export class ComputingMark {
  readonly #file: number;
  readonly #deaths: Deaths;
  #noted = '';
  #stretch = 0;

  /** Counts the death that the note tells of. @param path of the note; the counts are in a file beside it */
  constructor(private readonly path: string) {
    const left = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
    const counts = `${path}-deaths.json`;
    this.#deaths = existsSync(counts)
      ? (JSON.parse(readFileSync(counts, 'utf8')) as Deaths)
      : { counted: '', runs: {} };
    // Created where it is missing, and then written in place.
    closeSync(openSync(path, 'a'));
    this.#file = openSync(path, 'r+');
    const [run] = left.split(' ');
    // A crash right after this write leaves the note, which must not count twice.
    if (run && left !== this.#deaths.counted) {
      this.#deaths.runs[run] = this.getDeaths(run) + 1;
      this.#deaths.counted = left;
      this.#store();
    }
    this.#write('');
  }

  /** How often the process ended while the run computed. */
  getDeaths(run: string): number {
    return this.#deaths.runs[run] ?? 0;
  }

  get blamed(): string[] {
    return Object.keys(this.#deaths.runs);
  }

  /** Forgets the deaths of a run that has ended, or that an operator resumes. */
  forget(run: string): void {
    if (this.getDeaths(run) === 0) return;
    delete this.#deaths.runs[run];
    this.#store();
  }

  /** Notes the run until it has to wait. Call it from a promise's reaction, so that the run continues before the next tick. */
  note(run: string): void {
    const stretch = ++this.#stretch;
    if (this.#noted !== run) this.#write(`${run} ${randomBytes(6).toString('base64url')}`);
    this.#noted = run;
    process.nextTick(() => {
      if (this.#stretch !== stretch) return;
      this.#write('');
      this.#noted = '';
    });
  }

  close(): void {
    closeSync(this.#file);
    // A turn that is still due writes nothing any more.
    this.#stretch++;
  }

  #write(text: string): void {
    writeSync(this.#file, text.padEnd(width), 0);
  }

  #store(): void {
    writePrivateFile(`${this.path}-deaths.json`, JSON.stringify(this.#deaths));
  }
}
