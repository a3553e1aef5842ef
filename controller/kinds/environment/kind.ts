import type { JsonObject } from '../../../schemas/json/types.js';
import { type KindDefinition, type PointedFinding, validateBySchema } from '../../catalog/index.js';

export const environment: KindDefinition = {
  kind: 'environment',
  plural: 'environments',
  validate: validateBySchema('environment'),
  references: [{ pointer: '/connections', kind: 'connection', keys: true, passes: true }],
  exclusive: [{ pointer: '/default', value: true, message: 'only one environment can be the default' }],
  notes: ['secrets', 'branches', 'variables'],
  compile: (definition) => ({ findings: openBranches(definition) }),
};

/** Warns of patterns: everyone who can create a matching branch can use the secrets of the environment. */
function openBranches({ branches }: JsonObject): PointedFinding[] {
  if (!Array.isArray(branches)) return [];
  return branches.flatMap((pattern, index): PointedFinding[] =>
    typeof pattern === 'string' && pattern.includes('*')
      ? [
          {
            rule: 'branches-open',
            severity: 'warning',
            pointer: `/branches/${index}`,
            message: `everyone who can create a branch that matches \`${pattern}\` can use the secrets of this environment`,
            hint: 'Write out the names of the branches, or silence this finding.',
          },
        ]
      : [],
  );
}
