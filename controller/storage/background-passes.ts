export interface PassOptions {
  /** Does a part of the work that takes milliseconds. @returns false at the end of a pass */
  step(): Promise<boolean>;
  /** Pauses before the first pass, and after each pass or error. */
  firstMs: number;
  pauseMs: number;
  /** Called with errors; the step is tried again in the next pass. */
  report(error: unknown): void;
}

/** The pause between two steps, in which requests are served. */
const breathMs = 20;

/** Work in the background, in passes of small steps. */
export class BackgroundPasses {
  #timer: NodeJS.Timeout | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly options: PassOptions) {}

  start(): void {
    this.#schedule(this.options.firstMs);
  }

  /** Resolves when the step under way has ended. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#last;
    clearTimeout(this.#timer);
  }

  #schedule(ms: number): void {
    const { step, pauseMs, report } = this.options;
    this.#timer = setTimeout(() => {
      this.#last = step().then(
        (hasMore) => this.#schedule(hasMore ? breathMs : pauseMs),
        (error) => {
          report(error);
          this.#schedule(pauseMs);
        },
      );
    }, ms).unref();
  }
}
