import type { ProblemCode } from '../../problems/index.js';
import type { BranchRule } from './branch-rule.js';
import { connectionUnused } from './connection-unused.js';
import { contentRules } from './content.js';
import type { ContentRule } from './content-rule.js';
import { entityRules } from './entities.js';
import { ignoreRules } from './ignored.js';
import { referenceCycle } from './reference-cycle.js';
import { referenceRules } from './references.js';
import type { Rule } from './rule.js';
import { credentialPlain, secretField, secretToken } from './secrets.js';
import { yamlRules } from './yaml.js';
import { yamlSurprise } from './yaml-surprise.js';

export type { Content, ContentRule, PlacedFinding } from './content-rule.js';
export type { Rule } from './rule.js';

/** Rules that look at single files; those that yield to others stand behind them. */
export const checksOfContent: readonly ContentRule[] = [secretToken, secretField, yamlSurprise];

/** Rules that look at all files together. */
export const checksOfBranch: readonly BranchRule[] = [connectionUnused, referenceCycle];

/** Every rule there is, in the order of their ids. */
export const rules: readonly Rule[] = [
  ...checksOfBranch,
  ...checksOfContent,
  ...contentRules,
  ...entityRules,
  ...ignoreRules,
  ...referenceRules,
  ...yamlRules,
  credentialPlain,
].sort((a, b) => (a.id < b.id ? -1 : 1));

const byId = new Map(rules.map((rule) => [rule.id, rule]));

export function findRule(id: string): Rule | undefined {
  return byId.get(id);
}

/** The code of the limit that was crossed, where findings of these rules are about nothing else. */
export function limitCrossed(ids: readonly string[]): ProblemCode | undefined {
  const codes = ids.map((id) => byId.get(id)?.limit);
  return codes.includes(undefined) ? undefined : codes[0];
}
