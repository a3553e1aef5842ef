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
    const error = new Error(`the server sent nothing for ${this.ms / 1000} s.`);
    this.#timer = setTimeout(() => this.#controller.abort(error), this.ms);
  }

  pause(): void {
    clearTimeout(this.#timer);
  }
}
