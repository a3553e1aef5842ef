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
    this.#timer = setTimeout(() => {
      this.#controller.abort(new Error(`the server sent nothing for ${this.ms / 1000} s.`));
    }, this.ms);
  }

  pause(): void {
    clearTimeout(this.#timer);
  }
}
