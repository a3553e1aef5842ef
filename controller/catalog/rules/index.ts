import { contentRules } from './content.js';
import { entityRules, ignoreRules } from './entities.js';
import { referenceRules } from './references.js';
import type { ContentRule, Rule, StatedRule } from './rule.js';
import { credentialPlain, secretField, secretToken } from './secrets.js';
import { valueCut } from './value-cut.js';
import { yamlRules } from './yaml.js';
import { yamlSurprise } from './yaml-surprise.js';

export type { Content, ContentRule, Rule } from './rule.js';
export { isRefusedAtOnce } from './upgrades.js';

/** Rules that check single files; a rule that yields to others comes after them. */
export const checksOfContent: readonly ContentRule[] = [secretToken, secretField, yamlSurprise, valueCut];

/** All rules, sorted by id. */
export const rules: readonly Rule[] = [
  ...checksOfContent,
  ...contentRules,
  ...entityRules,
  ...ignoreRules,
  ...referenceRules,
  ...yamlRules,
  credentialPlain,
]
  .map(({ id, severity = 'error', ...rule }: StatedRule) => ({ id, severity, ...rule }))
  .sort((a, b) => (a.id < b.id ? -1 : 1));

const byId = new Map(rules.map((rule) => [rule.id, rule]));

export function findRule(id: string): Rule | undefined {
  return byId.get(id);
}
