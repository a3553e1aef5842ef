import type { Write } from '../../storage/index.js';
import type { RunListening } from '../events/run-listening.js';
import type { HumanTaskWaits } from '../human-tasks/human-task-waits.js';

/** Everything outside of a run that its steps wait for: events and people. */
export class RunWaits {
  constructor(
    readonly events: RunListening,
    readonly people: HumanTaskWaits,
  ) {}

  get description(): string | undefined {
    // `RunListening` finds its part at the beginning.
    const parts = [this.events.description, this.people.description];
    return parts.filter((part) => part !== undefined).join('; ') || undefined;
  }

  get isChanged(): boolean {
    return this.events.isChanged;
  }

  freeze(): void {
    this.events.freeze();
    this.people.freeze();
  }

  release(): void {
    this.events.release();
    this.people.release();
  }

  writes(): Write[] {
    return [...this.events.writes(), ...this.people.writes()];
  }
}
