import type { AnalysisLimits } from '../parse/analyse.js';
import type { UnreadFile } from '../parse/analyses.js';
import type { StoredAnalysis } from '../parse/analysis.js';
import type { TextCheck } from '../parse/named-files.js';
import type { TextFault } from '../rules/finding.js';
import type { TextAnswer, TextJob } from './file-texts.js';

/** Files for a thread to analyse. */
export type AnalysisJob = readonly UnreadFile[];

/** The analyses of a job, in its order. */
export type AnalysisAnswer = readonly StoredAnalysis[];

/** A text in a file of its own for a thread to check. */
export interface CheckJob {
  check: TextCheck;
  content: string;
}

export type Job = { files: AnalysisJob } | { text: TextJob } | CheckJob;

export type Answer = AnalysisAnswer | TextAnswer | readonly TextFault[];

/** The data that a thread is started with. */
export interface ThreadData {
  limits: AnalysisLimits;
}
