import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { MemberRecords, Write } from '../../storage/index.js';
import type { Occurrence } from './event.js';

/** The events of a member: the leader makes them known, as only it has the listeners, webhooks and flows that consume them. */
export class MemberHub {
  constructor(
    private readonly options: {
      records: MemberRecords;
      maskJsonText(text: string): string;
      /** False when an event would have no reader. */
      hasReaders(): boolean;
    },
  ) {}

  get hasReaders(): boolean {
    return this.options.hasReaders();
  }

  /** Returns the write that hands the events over, for the transaction that they report. */
  writes(occurrences: readonly Occurrence[]): Write[] {
    if (occurrences.length === 0 || !this.hasReaders) return [];
    const masked = this.options.maskJsonText(toJsonText(occurrences));
    return [this.options.records.write('events', parseJsonText(masked))];
  }

  /** The leader looks for them by itself. */
  notify(): void {}
}
