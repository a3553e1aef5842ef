import type { Problem } from '../../problems/index.js';
import { allowsHost } from './host-pattern.js';

/** The places that a use of a secret may reach on a branch that is not production. */
export class HostFence {
  /** The same for fences that allow the same places. */
  readonly key: string;

  /**
   * @param places origins, and patterns of `hosts`
   * @param refusal returns the problem of an origin that is none of them
   */
  constructor(
    private readonly places: readonly string[],
    private readonly refusal: (origin: string) => Problem,
  ) {
    this.key = [...new Set(places)].sort().join(' ');
  }

  /** @param origin as a `Destination` states it; without a port where the port is not known */
  allows(origin: string): boolean {
    return this.places.some((place) => allowsHost(place, origin));
  }

  /** @throws Problem host_not_allowed, which names the origin */
  require(origin: string): void {
    if (!this.allows(origin)) throw this.refusal(origin);
  }

  /** Returns a fence that allows another place too. */
  with(origin: string): HostFence {
    return new HostFence([...this.places, origin], this.refusal);
  }
}
