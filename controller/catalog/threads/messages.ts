import type { AnalysisLimits } from '../parse/analyse.js';
import type { UnreadFile } from '../parse/analyses.js';
import type { StoredAnalysis } from '../parse/analysis.js';
import type { TextAnswer, TextJob } from './file-texts.js';

/** Files for a thread to analyse. */
export type AnalysisJob = readonly UnreadFile[];

/** The analyses of a job, in its order. */
export type AnalysisAnswer = readonly StoredAnalysis[];

export type Job = { files: AnalysisJob } | { text: TextJob };

export type Answer = AnalysisAnswer | TextAnswer;

/** The data that a thread is started with. */
export interface ThreadData {
  limits: AnalysisLimits;
}
