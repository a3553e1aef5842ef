import type { ProblemCode } from '../../problems/index.js';
import type { Severity } from '../contract.js';

/** What can be found, as `svc validate --explain` and other tools show it. */
export interface Rule {
  id: string;
  /** Of most of its findings; some are milder where they may be meant. */
  severity: Severity;
  /** One line, small letter, no full stop. */
  summary: string;
  /** What is found. */
  what: string;
  /** Why it matters. */
  why: string;
  /** How to mend it. */
  mend: string;
  /** YAML that is found, and the same mended. */
  example: { wrong: string; right: string };
  /** What a write is refused with for it, where it is about a limit of the settings. */
  limit?: ProblemCode;
  /** The entity works all the same: once silenced, an error does not keep it out of service. */
  harmless?: true;
  /** Lies between files: where not all are at hand, finding nothing means nothing. */
  across?: true;
  /** Looked for only where all files of a branch or folder are at hand. */
  whole?: true;
}
