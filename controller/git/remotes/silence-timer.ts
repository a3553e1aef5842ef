/** Aborts its signal when it is not restarted within `ms`. */
export class SilenceTimer {
  readonly #controller = new AbortController();
  readonly signal: AbortSignal = this.#controller.signal;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly ms: number) {
    this.restart();
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(new SilenceError(this.ms)), this.ms);
  }

  pause(): void {
    clearTimeout(this.#timer);
  }
}

/** The server has sent nothing for too long. */
class SilenceError extends Error {
  override name = 'SilenceError';

  constructor(ms: number) {
    super(`the server sent nothing for ${ms / 1000} s.`);
  }
}
