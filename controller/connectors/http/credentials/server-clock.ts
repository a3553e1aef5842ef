/** Differences up to this, in ms, are those of slow networks and of headers with whole seconds. */
const minDifference = 30_000;
/** A difference beyond this, in ms, is not corrected: signatures for such times are not made at the word of a server. */
const maxCorrection = 3_600_000;

/** An answer to a signed request, with what belongs to the request. */
interface Answered {
  readonly response: Response;
}

/**
 * The time by the clock of a server, which a refused request may show in its `Date`. Signatures have times, so a clock that is
 * minutes off has them refused.
 */
export class ServerClock {
  #correction = 0;
  /** The last difference that was seen, in ms; positive when the clock of this machine is behind. */
  #difference = 0;

  constructor(private readonly machineNow: () => number = Date.now) {}

  /** Returns ms since the epoch. */
  now(): number {
    return this.machineNow() + this.#correction;
  }

  /** Reads the time of a refusal. Returns true when the clock is set by it: a request that is signed again has another time. */
  learn({ headers }: Pick<Response, 'headers'>): boolean {
    const time = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(time)) return false;
    this.#difference = time - this.machineNow();
    if (Math.abs(time - this.now()) < minDifference || Math.abs(this.#difference) > maxCorrection)
      return false;
    this.#correction = this.#difference;
    return true;
  }

  /** Sends a signed request, and once more when the refusal of the first one sets the clock. @param statuses of such refusals */
  async askAgain<Answer extends Answered>(
    ask: () => Promise<Answer>,
    statuses: readonly number[],
  ): Promise<Answer> {
    const answer = await ask();
    const { response } = answer;
    if (!statuses.includes(response.status) || !this.learn(response)) return answer;
    await response.body?.cancel();
    return ask();
  }

  /** A sentence about a clock of this machine that is off, for refusals; undefined when it is right as far as is known. */
  get remark(): string | undefined {
    const seconds = Math.round(Math.abs(this.#difference) / 1_000);
    if (seconds * 1_000 < minDifference) return undefined;
    const where = this.#difference > 0 ? 'behind' : 'ahead of';
    const what = this.#correction === 0 ? ', too much to be corrected: set it right' : '';
    return `The clock of this machine is ${seconds} s ${where} that of the server${what}.`;
  }
}
