import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { nearest } from '../../../schemas/nearest.js';
import { type KindDefinition, type PointedFinding, validateBySchema } from '../../catalog/index.js';
import { toolNames } from './tools.js';

export const skill: KindDefinition = {
  kind: 'skill',
  plural: 'skills',
  validate: validateBySchema('skill'),
  references: [{ pointer: '/flows/*', kind: 'flow' }],
  compile: (definition) => ({ findings: misspeltTools(definition) }),
};

/** Warns of names that resemble a tool. Any other name may be that of a flow with the tag `mcp`, or of an agent's own tool. */
function misspeltTools({ tools, flows }: JsonObject): PointedFinding[] {
  if (!Array.isArray(tools)) return [];
  const names = new Set<Json>([...toolNames, ...(Array.isArray(flows) ? flows : [])]);
  return tools.flatMap((name, index): PointedFinding[] => {
    if (typeof name !== 'string' || names.has(name)) return [];
    const meant = nearest(name, toolNames);
    if (meant === undefined) return [];
    const message = `the service has no tool \`${name}\``;
    const hint = `Did you mean \`${meant}\`?`;
    return [{ rule: 'reference-unknown', severity: 'warning', pointer: `/tools/${index}`, message, hint }];
  });
}
