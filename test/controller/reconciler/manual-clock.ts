import type { Clock } from '../../../controller/reconciler/index.js';

interface Alarm {
  at: number;
  action: () => void;
}

/** A clock that stands still until it is told to go on. */
export class ManualClock implements Clock {
  #now = Date.parse('2030-01-01T00:00:00Z');
  readonly #alarms = new Set<Alarm>();

  now(): number {
    return this.#now;
  }

  after(ms: number, action: () => void): () => void {
    const alarm = { at: this.#now + ms, action };
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  }

  /** Milliseconds until each alarm that is set. */
  pending(): number[] {
    return [...this.#alarms].map((alarm) => alarm.at - this.#now).sort((a, b) => a - b);
  }

  advance(ms: number): void {
    this.#now += ms;
    for (const alarm of this.#alarms) {
      if (alarm.at > this.#now) continue;
      this.#alarms.delete(alarm);
      alarm.action();
    }
  }
}
