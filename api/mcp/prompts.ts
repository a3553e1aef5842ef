import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { McpScope } from './scope.js';
import { listTexts, wholeText } from './texts.js';
import { bodyOf } from './tools.js';

/** Lists the skills as prompts without arguments. */
export async function listPrompts(scope: McpScope, cursor: string | undefined): Promise<ListPromptsResult> {
  const { items, nextCursor } = await listTexts(scope, 'skill', cursor === undefined ? {} : { cursor });
  const prompts = items.map(({ name, definition }) => {
    const { title, description } = definition ?? {};
    return {
      name,
      ...(typeof title === 'string' ? { title } : {}),
      ...(typeof description === 'string' ? { description } : {}),
    };
  });
  return nextCursor === null ? { prompts } : { prompts, nextCursor };
}

/** Returns the instructions of a skill. @throws ProtocolError with the problem as data */
export async function getPrompt(scope: McpScope, name: string): Promise<GetPromptResult> {
  try {
    const { text } = await wholeText(scope, 'skill', name, scope.production);
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  } catch (error) {
    const problem = scope.call.explain(error);
    const code = problem.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    const body = bodyOf(problem, scope.call);
    throw new ProtocolError(code, body.detail, { ...body });
  }
}
