import type { ProblemDetail } from '../problems/index.js';
import type { Finding } from './contract.js';

/** What a problem says of a finding: where it is and what is wrong. */
export function problemDetail({ pointer, file, line, column, message }: Finding): ProblemDetail {
  return { pointer, file, line, column, message };
}
