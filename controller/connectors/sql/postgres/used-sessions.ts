import type pg from 'pg';

/** How long an unused session may keep what a caller's statement left in it, such as locks; ms. */
const keptMs = 20;

/** Sessions with state of callers' statements. It is discarded together with the next statement, or soon. */
export class UsedSessions {
  readonly #timers = new WeakMap<pg.PoolClient, NodeJS.Timeout>();

  /** @param end ends a connection whose state cannot be discarded */
  constructor(private readonly end: (client: pg.PoolClient) => void) {}

  add(client: pg.PoolClient): void {
    const discard = (): void => {
      this.#timers.delete(client);
      // A statement that is sent meanwhile waits behind this one.
      client.query('discard all').catch(() => this.end(client));
    };
    this.#timers.set(client, setTimeout(discard, keptMs));
  }

  /** Returns true when the caller must discard the state, before its first statement. */
  take(client: pg.PoolClient): boolean {
    clearTimeout(this.#timers.get(client));
    return this.#timers.delete(client);
  }
}
