import type { ErrorObject } from 'ajv';
import type { Json } from '../../schemas/json/types.js';

/**
 * Reduces the errors of alternatives that differ in a constant, such as `type`: to those of the alternative that the
 * value names, or to one error with the constants of all of them.
 */
export function withoutOtherBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  let rest = [...errors];
  for (const choice of errors) {
    if (choice.keyword !== 'oneOf' && choice.keyword !== 'anyOf') continue;
    const inside = rest.filter(({ schemaPath }) => schemaPath.startsWith(`${choice.schemaPath}/`));
    const branches = Array.isArray(choice.schema) ? choice.schema.length : 0;
    const kept = chosen(choice, inside, branches);
    if (kept) rest = [...rest.filter((error) => error !== choice && !inside.includes(error)), ...kept];
  }
  return rest;
}

function chosen(
  choice: ErrorObject,
  inside: readonly ErrorObject[],
  branches: number,
): ErrorObject[] | undefined {
  const constants = inside.filter(({ keyword }) => keyword === 'const');
  const [first] = constants;
  const differing = constants.filter(({ instancePath }) => instancePath === first?.instancePath);
  if (!first || branches < 2) return undefined;
  const getBranch = ({ schemaPath }: ErrorObject) =>
    schemaPath.slice(choice.schemaPath.length).split('/')[1] ?? '';
  const others = new Set(differing.map(getBranch));
  if (others.size === branches) {
    const allowedValues: Json[] = differing.map(({ params }) => params['allowedValue']);
    return [{ ...first, keyword: 'enum', params: { allowedValues } }];
  }
  return others.size === branches - 1 ? inside.filter((error) => !others.has(getBranch(error))) : undefined;
}
