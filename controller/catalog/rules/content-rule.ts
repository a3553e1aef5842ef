import type { JsonObject } from '../../../schemas/json.js';
import type { PointedFinding } from '../contract.js';
import type { Place, Places } from '../places.js';
import type { Rule } from './rule.js';

/** One file that defines an entity. */
export interface Content {
  readonly text: string;
  readonly definition: JsonObject;
  readonly places: Places;
  readonly isJson: boolean;
}

/** A finding that knows its place already. */
export type PlacedFinding = Pick<PointedFinding, 'pointer' | 'message' | 'hint'> & Place;

/** A rule that looks at one file as it is written. */
export interface ContentRule extends Rule {
  /** Rules that know better: where one of them has spoken of a value, this one does not. */
  yieldsTo?: readonly string[];
  check(content: Content): PlacedFinding[];
}

/** More of one kind in one file is not read any more. */
export const mostFindings = 20;
