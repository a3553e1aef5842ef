import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server';
import { builtInSkill } from './built-in-skill.js';
import { protocolError } from './problems.js';
import type { McpScope } from './scope.js';
import { getAbout, listTexts, skillText } from './texts.js';

/** Lists the skills as prompts without arguments. */
export async function listPrompts(scope: McpScope, cursor: string | undefined): Promise<ListPromptsResult> {
  const { items, nextCursor } = await listTexts(scope, 'skill', cursor === undefined ? {} : { cursor });
  const own = items.map((skill) => ({ name: skill.name, ...getAbout(skill) }));
  const isHidden = own.some(({ name }) => name === builtInSkill.name);
  const prompts = cursor === undefined && !isHidden ? [{ ...builtInSkill }, ...own] : own;
  return nextCursor === null ? { prompts } : { prompts, nextCursor };
}

/** Returns the instructions of a skill. @throws ProtocolError with the problem as data */
export async function getPrompt(scope: McpScope, name: string): Promise<GetPromptResult> {
  try {
    const { text } = await skillText(scope, name, scope.production);
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  } catch (error) {
    throw protocolError(error, scope.call);
  }
}
