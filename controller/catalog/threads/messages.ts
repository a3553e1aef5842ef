import type { AnalysisLimits } from '../parse/analyse.js';
import type { UnreadFile } from '../parse/analyses.js';
import type { StoredAnalysis } from '../parse/analysis.js';

/** Files for a thread to analyse. */
export type Job = readonly UnreadFile[];

/** The analyses of a job, in its order. */
export type Answer = readonly StoredAnalysis[];

/** The data that a thread is started with. */
export interface ThreadData {
  limits: AnalysisLimits;
}
