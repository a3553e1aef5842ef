import { kinds } from '../../../controller/kinds/index.js';
import { Problem } from '../../../controller/problems/index.js';
import { didYouMean } from '../../../schemas/nearest.js';

/** The types that live as files in a branch, in the singular. */
export const entityTypes: readonly string[] = kinds.map(({ kind }) => kind);

/** @throws Problem entity_type_unknown for a type that no branch has */
export function requireEntityType(op: string, type: string): void {
  if (op === 'platform' && entityTypes.includes(type)) return;
  if (op !== 'platform') {
    throw new Problem('entity_type_unknown', `\`${op}\` has no entities of type \`${type}\``, {
      hints: [`Entities of a branch are found under \`platform\`: ${listed(entityTypes)}.`],
    });
  }
  throw new Problem('entity_type_unknown', `There is no entity type \`${type}\``, {
    hints: [...didYouMean(type, entityTypes), `The types of a branch are ${listed(entityTypes)}.`],
  });
}

/** Names in backticks, with commas between. */
export function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
