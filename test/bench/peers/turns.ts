import { type Load, send } from '../measure.js';

const warmUpRequests = 20_000;
const warmUpSeconds = 10;

export interface Turn {
  readonly requests: number;
  readonly perSecond: number;
  readonly p99Ms: number;
}

/**
 * Measures a load in turns of a number of requests, all of which are answered: a program that is still busy with the requests
 * of its turn would slow down the next one.
 */
export class Turns {
  readonly done: Turn[] = [];
  #expected = 0;

  constructor(
    private readonly load: Load,
    readonly connections: number,
    private readonly seconds: number,
  ) {}

  /** Ends when the rate is known, and programs have optimised their code, unless that takes long. */
  async warmUp(): Promise<void> {
    this.#expected = (await this.#send(this.connections)).perSecond;
    // A slow program has been measured for long enough.
    if (this.#expected < this.connections) return;
    this.#expected = (await this.#send(this.#expected)).perSecond;
    if (this.connections === 1) return;
    this.#expected = (await this.#send(Math.min(warmUpRequests, this.#expected * warmUpSeconds))).perSecond;
  }

  async take(): Promise<Turn> {
    const turn = await this.#send(this.#expected * this.seconds);
    this.done.push(turn);
    return turn;
  }

  /** @throws when an answer is not 2xx */
  async #send(requests: number): Promise<Turn> {
    const { load, connections } = this;
    const amount = Math.max(connections, Math.ceil(requests));
    const began = performance.now();
    const { p99Ms, answered } = await send({ ...load, method: 'POST', connections, amount, timeout: 60 });
    return { requests: amount, perSecond: (1_000 * amount) / (answered - began), p99Ms };
  }
}
