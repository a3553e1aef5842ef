import { Problem } from '../../../controller/problems/index.js';

/** Limits the number of open subscriptions of each caller. */
export class SubscriptionLimits {
  readonly #open = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** Counts a subscription. @returns ends its count @throws Problem too_many_subscriptions */
  open(caller: string): () => void {
    const open = this.#open.get(caller) ?? 0;
    if (open >= this.most) {
      const detail = `${caller} has ${open} open subscriptions, and may have ${this.most}`;
      throw new Problem('too_many_subscriptions', detail);
    }
    this.#open.set(caller, open + 1);
    return () => {
      const left = (this.#open.get(caller) ?? 1) - 1;
      if (left > 0) this.#open.set(caller, left);
      else this.#open.delete(caller);
    };
  }
}
