import type { Clock } from './next-pass.js';

/** A branch on demand is released when it was not requested for this long. */
const idleMs = 600_000;
/** With more branches than this, the least recently used are released sooner. */
const maxBranches = 16;
/** No branch is released before this time. */
const minMs = 30_000;

/**
 * Tracks the use of branches on demand. Releasing a branch frees its snapshot, unless a reader such as a run holds it; the
 * next request builds it again from the analyses that branches share.
 */
export class IdleBranches {
  /** Time of the last request, the least recently used first. */
  readonly #requested = new Map<string, number>();
  #isSweeping = false;
  #cancel = () => {};

  /** @param release returns false when the branch cannot be released yet */
  constructor(
    private readonly clock: Clock,
    private readonly release: (branch: string) => boolean,
  ) {}

  touch(branch: string): void {
    this.#requested.delete(branch);
    this.#requested.set(branch, this.clock.now());
    if (!this.#isSweeping) this.#schedule();
  }

  stop(): void {
    this.#cancel();
  }

  #schedule(): void {
    this.#isSweeping = this.#requested.size > 0;
    if (this.#isSweeping) this.#cancel = this.clock.after(minMs, () => this.#sweep());
  }

  #sweep(): void {
    for (const [branch, requested] of [...this.#requested]) {
      const idle = this.clock.now() - requested;
      const isOver = idle >= (this.#requested.size > maxBranches ? minMs : idleMs);
      if (!isOver) break;
      if (this.release(branch)) this.#requested.delete(branch);
    }
    this.#schedule();
  }
}
