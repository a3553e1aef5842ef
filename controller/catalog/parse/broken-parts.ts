import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { decodeStep } from '../../../schemas/json/values.js';
import type { TextFinding } from '../../yaml-edit/read/yaml-document.js';
import type { ContentFinding, PointedFinding } from '../rules/finding.js';
import type { Places } from '../rules/places.js';

/** Faults of the text after which its value is known, but for the part at fault. */
const localRules: ReadonlySet<string> = new Set([
  'yaml-anchor',
  'yaml-duplicate-key',
  'yaml-key',
  'yaml-merge',
  'yaml-number',
  'yaml-tag',
]);

/** True for a fault of the text that leaves the rest of the file to be checked. */
export function isLocal({ rule }: TextFinding): boolean {
  return localRules.has(rule);
}

/** The finding about a fault of the text, with its place. */
export function faultOfText({ start, end, ...fault }: TextFinding, places: Places): ContentFinding {
  const pointer = places.at(start)?.pointer ?? '';
  return { ...fault, severity: 'error', pointer, ...places.range(start, end) };
}

/** The part of a definition that a fault of the text makes unknown. */
export type BrokenPart = Pick<PointedFinding, 'rule' | 'pointer' | 'severity'>;

/** A merge key and a key that is no name may have stood for any field of the object around them. */
export function brokenPart({ rule, pointer, severity }: ContentFinding): BrokenPart {
  const hidesFields = rule === 'yaml-merge' || rule === 'yaml-key';
  return { rule, severity, pointer: hidesFields ? pointer.slice(0, pointer.lastIndexOf('/')) : pointer };
}

/** True for a schema error that a broken part may cause. */
export function dependsOn(
  part: BrokenPart,
  { rule, pointer }: Pick<PointedFinding, 'rule' | 'pointer'>,
): boolean {
  switch (part.rule) {
    case 'yaml-duplicate-key':
    case 'merge-conflict':
      return false;
    case 'yaml-merge':
    case 'yaml-key':
      return pointer === part.pointer && rule !== 'field-unknown';
    default:
      return pointer === part.pointer || pointer.startsWith(`${part.pointer}/`);
  }
}

/** Leaves out errors of the schema that the compiler explains better. */
export function withoutReplaced(
  faults: readonly PointedFinding[],
  compiled: readonly PointedFinding[],
): readonly PointedFinding[] {
  const replaced = compiled.flatMap(({ replaces }) => (replaces === undefined ? [] : [replaces]));
  if (replaced.length === 0) return faults;
  return faults.filter(
    ({ pointer }) => !replaced.some((at) => pointer === at || pointer.startsWith(`${at}/`)),
  );
}

/** The findings of the compiler for a definition with faults, without those that a fault explains. */
export function besideFaults(
  faults: readonly BrokenPart[],
  compiled: readonly PointedFinding[],
  definition: JsonObject,
): PointedFinding[] {
  return compiled.filter(
    ({ rule, pointer }) => rule !== 'compile-failed' && isBesideFaults(faults, pointer, definition),
  );
}

/** True for a place that exists and that no fault covers. */
export function isBesideFaults(
  faults: readonly BrokenPart[],
  pointer: string,
  definition: JsonObject,
): boolean {
  return hasValueAt(definition, pointer) && !faults.some((fault) => explains(fault, pointer));
}

/** A fault in the place of a field covers what is in it; a missing or repeated field says nothing of the others. */
const besideOthers: ReadonlySet<string> = new Set([
  'field-missing',
  'merge-conflict',
  'yaml-duplicate-key',
  'yaml-key',
  'yaml-merge',
]);

/** True when a schema error covers a place. */
function explains({ rule, pointer }: BrokenPart, place: string): boolean {
  if (rule === 'merge-conflict' || rule === 'yaml-duplicate-key') return false;
  const isInside = place.startsWith(`${pointer}/`);
  return pointer === place || pointer.startsWith(`${place}/`) || (isInside && !besideOthers.has(rule));
}

function hasValueAt(definition: JsonObject, pointer: string): boolean {
  let at: Json | undefined = definition;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return false;
    const name = decodeStep(part);
    if (!Object.hasOwn(at, name)) return false;
    at = (at as JsonObject)[name];
  }
  return true;
}
