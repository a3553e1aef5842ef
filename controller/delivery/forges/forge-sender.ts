import type { BackOff } from '../../concurrency/back-off.js';
import { Problem } from '../../problems/index.js';
import type { Delivery, DeliveryOutcome, Sender } from '../outbox/contract.js';

const day = 24 * 3_600_000;

/** The newest of what the forge did not accept. */
export interface Refusal<Shown> {
  shown: Shown;
  problem: unknown;
  /** True when it is not sent again. */
  isFinal: boolean;
}

/** Called for each failed attempt. */
export type OnRefusal<Shown> = (shown: Shown, problem: unknown, isFinal: boolean) => void;

/** Sends what a forge shows, for a day, one at a time. What the forge refuses is given up. */
export abstract class ForgeSender<Shown> implements Sender {
  readonly keptForMs: number = day;
  readonly pauses: BackOff = { firstMs: 1_000, maxMs: 600_000 };
  readonly isSerial: boolean = true;
  readonly coalescesForMs: number = 30 * day;
  #refused: Refusal<Shown> | undefined;

  protected constructor(private readonly onFailure: OnRefusal<Shown>) {}

  protected abstract parse(delivery: Delivery): Shown;

  /** @throws Problem forge_refused for what the forge will not take later either */
  protected abstract show(shown: Shown, signal: AbortSignal): Promise<void>;

  /** Undefined once the forge accepted what was sent last. */
  get refused(): Refusal<Shown> | undefined {
    return this.#refused;
  }

  async send(delivery: Delivery, signal: AbortSignal): Promise<DeliveryOutcome> {
    try {
      await this.show(this.parse(delivery), signal);
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.code !== 'forge_refused') throw problem;
      this.failed(delivery, problem, true);
      return 'gone';
    }
    this.#refused = undefined;
    return 'delivered';
  }

  failed(delivery: Delivery, problem: unknown, isFinal: boolean): void {
    const shown = this.parse(delivery);
    this.#refused = { shown, problem, isFinal };
    this.onFailure(shown, problem, isFinal);
  }
}
