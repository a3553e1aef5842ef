import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server';
import type { McpScope } from './scope.js';
import { aboutOf, listTexts, wholeText } from './texts.js';
import { protocolError } from './tools.js';

/** Lists the skills as prompts without arguments. */
export async function listPrompts(scope: McpScope, cursor: string | undefined): Promise<ListPromptsResult> {
  const { items, nextCursor } = await listTexts(scope, 'skill', cursor === undefined ? {} : { cursor });
  const prompts = items.map((skill) => ({ name: skill.name, ...aboutOf(skill) }));
  return nextCursor === null ? { prompts } : { prompts, nextCursor };
}

/** Returns the instructions of a skill. @throws ProtocolError with the problem as data */
export async function getPrompt(scope: McpScope, name: string): Promise<GetPromptResult> {
  try {
    const { text } = await wholeText(scope, 'skill', name, scope.production);
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  } catch (error) {
    throw protocolError(error, scope.call);
  }
}
