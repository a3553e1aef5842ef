import type { Clock } from './clock.js';

/** A branch on demand that nobody asks for is let go of after this long. */
const IDLE_MS = 600_000;
/** Sooner, when there are more than this many; the longest unused first. */
const MOST = 16;
/** But not before. */
const LEAST_MS = 30_000;

/**
 * Which branches on demand are in use. Letting go of one frees its snapshot unless somebody holds that, such as a run;
 * asked for again, it is made anew and shares with the others what they have in common.
 */
export class IdleBranches {
  /** When each was asked for last, the longest unused first. */
  readonly #asked = new Map<string, number>();
  #isSweeping = false;
  #cancel = () => {};

  /** @param release answers false when the branch has to stay for now */
  constructor(
    private readonly clock: Clock,
    private readonly release: (branch: string) => boolean,
  ) {}

  touch(branch: string): void {
    this.#asked.delete(branch);
    this.#asked.set(branch, this.clock.now());
    if (!this.#isSweeping) this.#schedule();
  }

  stop(): void {
    this.#cancel();
  }

  #schedule(): void {
    this.#isSweeping = this.#asked.size > 0;
    if (this.#isSweeping) this.#cancel = this.clock.after(LEAST_MS, () => this.#sweep());
  }

  #sweep(): void {
    for (const [branch, asked] of [...this.#asked]) {
      const idle = this.clock.now() - asked;
      const isOver = idle >= (this.#asked.size > MOST ? LEAST_MS : IDLE_MS);
      if (!isOver) break;
      if (this.release(branch)) this.#asked.delete(branch);
    }
    this.#schedule();
  }
}
