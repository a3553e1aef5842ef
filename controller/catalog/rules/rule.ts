import type { JsonObject } from '../../../schemas/json/types.js';
import type { PointedFinding, Severity } from './finding.js';
import type { Place, Places } from './places.js';

/** A rule of the validation engine, as `svc validate --explain` and other tools show it. */
export interface Rule {
  id: string;
  /** The severity of most of its findings; a finding that may be intended can be milder. */
  severity: Severity;
  /** One line, small letter, no full stop. */
  summary: string;
  /** The condition that the rule finds. */
  what: string;
  /** The reason why it matters. */
  why: string;
  /** Instructions to fix it. */
  fix: string;
  /** YAML with the finding, and the same YAML fixed. */
  example: { wrong: string; right: string };
  /** The entity still works: a silenced error does not keep it out of service. */
  harmless?: true;
  /** Depends on other files: without them, an absent finding proves nothing. */
  across?: true;
  /** Checked only when all files of a branch or folder are present. */
  whole?: true;
}

/** A rule whose findings are errors unless it states another severity. */
export type StatedRule = Omit<Rule, 'severity'> & { severity?: Severity };

/** A file that defines an entity. */
export interface Content {
  readonly text: string;
  readonly definition: JsonObject;
  readonly places: Places;
  readonly isJson: boolean;
}

/** A finding with its place. */
export type PlacedFinding = Pick<PointedFinding, 'pointer' | 'message' | 'hint'> &
  Partial<Pick<PointedFinding, 'severity'>> &
  Place;

/** A rule that checks the text of a single file. */
export interface ContentRule extends Rule {
  /** More specific rules: this rule does not report a value that one of them reports. */
  yieldsTo?: readonly string[];
  /** Rules whose findings at the same value this one explains: they are left out. */
  explains?: readonly string[];
  /** Matches each text that may have such a finding; JSON has none. */
  onlyIn?: RegExp;
  check(content: Content): PlacedFinding[];
}

/** Most findings of one rule in one file. */
export const maxFindings = 20;
