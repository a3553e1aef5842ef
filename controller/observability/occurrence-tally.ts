export type OccurrenceOutcome = 'started' | 'skipped' | 'refused' | 'failed' | 'answered';

/** Counts what became of the occurrences of triggers in this process. */
export class OccurrenceTally {
  readonly #counts: Record<OccurrenceOutcome, number> = {
    started: 0,
    skipped: 0,
    refused: 0,
    failed: 0,
    answered: 0,
  };

  add(outcome: OccurrenceOutcome): void {
    this.#counts[outcome] += 1;
  }

  counts(): Readonly<Record<OccurrenceOutcome, number>> {
    return { ...this.#counts };
  }
}
