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

/** A file to analyse in spite of its errors. */
interface TolerantJob {
  tolerated: { path: string; text: string };
}

/** The analysis, when something that works can be made of the file. */
export interface TolerantAnswer {
  analysis: StoredAnalysis | undefined;
}

export type Job = { files: AnalysisJob } | { text: TextJob } | { checks: readonly CheckJob[] } | TolerantJob;

/** The faults of the texts of a job, in its order. */
export type CheckAnswer = readonly (readonly TextFault[])[];

export type Answer = AnalysisAnswer | TextAnswer | CheckAnswer | TolerantAnswer;

/** The data that a thread is started with. */
export interface ThreadData {
  limits: AnalysisLimits;
}
