import { getOverview } from '../operations/describe/overview.js';
import type { McpScope } from './scope.js';

/** The skill that every installation has; one of the same name in the repository takes its place. */
export const builtInSkill = {
  name: 'write-flows',
  title: 'How to write flows here',
  description:
    'The language of flows on one page, what this branch has, and how to check and propose a flow.',
} as const;

/** Returns the instructions of the built-in skill, with what the branch has. */
export async function builtInSkillText(scope: McpScope, branch: string): Promise<string> {
  const { text, here, next } = await getOverview(scope, branch);
  const lists = Object.entries(here as Record<string, string[]>).map(
    ([type, names]) => `- ${type}: ${names.join('; ')}`,
  );
  return [
    `# ${builtInSkill.title}`,
    `${builtInSkill.description}`,
    `## What branch \`${branch}\` has`,
    lists.join('\n'),
    '## How to go about it',
    [
      '- Look for a flow, folio or skill that does it already: `describe {"query": "…"}`.',
      ...(next as string[]).map((call) => `- ${call}`),
      '- Read `errors` and `hints` of a refused call, correct the definition, and try again.',
    ].join('\n'),
    String(text).replace(/^# /, '## '),
  ].join('\n\n');
}
