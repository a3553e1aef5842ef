import type { Random } from './random.js';
import type { Report } from './report.js';

export interface ProofOptions {
  readonly random: Random;
  readonly report: Report;
  /** Rounds to run; undefined for the proof's own number. */
  readonly rounds: number | undefined;
  /** Runs in the database; undefined for the proof's own number. */
  readonly runs: number | undefined;
  /** The name of the only part to run; undefined for all. */
  readonly only: string | undefined;
  /** True while the time that `--seconds` gives is not over. */
  readonly hasTime: () => boolean;
  /** Seconds that the proof has; infinite without `--seconds`. */
  readonly seconds: number;
}

/** A long proof: it brings faults on the built service, and reports wrong outcomes and figures. */
export interface Proof {
  /** One line for the list of proofs. */
  readonly summary: string;
  run(options: ProofOptions): Promise<void>;
}
