import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileProbe } from './local-repository.js';

/** The commits of a shallow repository whose parents it lacks. */
export class ShallowCommits {
  readonly #file: string;
  readonly #probe: FileProbe;
  #ids: ReadonlySet<string> = new Set();

  constructor(gitDir: string) {
    this.#file = join(gitDir, 'shallow');
    this.#probe = new FileProbe([this.#file]);
  }

  has(id: string): boolean {
    if (this.#probe.moved()) {
      this.#probe.mark();
      this.#ids = readIds(this.#file);
    }
    return this.#ids.has(id);
  }
}

function readIds(file: string): Set<string> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return new Set(text.split('\n').filter((line) => line !== ''));
}
