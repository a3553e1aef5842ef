import type { Json } from '../../../schemas/index.js';
import { nearest } from '../../../schemas/nearest.js';
import type { PointedFinding, Severity } from '../../catalog/index.js';

/** Returns a finding when a text is not the name of an entity type. */
export function unknownType(
  type: Json | undefined,
  names: readonly string[],
  pointer: string,
  severity: Severity,
): PointedFinding[] {
  if (typeof type !== 'string' || names.includes(type)) return [];
  const meant = nearest(type, names);
  const listed = names.map((each) => `\`${each}\``).join(', ');
  const hint = meant === undefined ? `Known: ${listed}.` : `Did you mean \`${meant}\`?`;
  return [{ rule: 'kind-unknown', severity, pointer, message: `there is no type \`${type}\``, hint }];
}
