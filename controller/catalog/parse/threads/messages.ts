import type { AnalysisLimits } from '../analyse.js';
import type { StoredAnalysis } from '../analysis.js';

/** A file to analyse. */
export interface UnreadFile {
  path: string;
  bytes: Uint8Array;
}

/** Files for a thread to analyse. */
export type Job = readonly UnreadFile[];

/** The analyses of a job, in its order. */
export type Answer = readonly StoredAnalysis[];

/** What a thread is started with. */
export interface ThreadData {
  limits: AnalysisLimits;
}
