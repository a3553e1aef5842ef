import type { AnsweredEntity } from '../../api/operations/shared/missing-needs.js';
import { sentence } from '../../controller/problems/index.js';
import { forTerminal, toHint } from './hints.js';

/** Returns lines about what entities lack, each with the way to get it. */
export function needLines(entities: readonly AnsweredEntity[]): string[] {
  return entities.flatMap(({ type, name, missing }) =>
    missing.map((each) => {
      const by = each.type === type && each.name === name ? '' : `, by ${each.type} ${each.name}`;
      return `  cannot run: ${type} ${name}${by}: ${sentence(each.message)} ${forTerminal(toHint(each))}`;
    }),
  );
}
