import { Problem } from '../../controller/problems/index.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { listEntities, readEntity } from '../operations/entities/operations.js';
import { builtInSkill, builtInSkillText } from './built-in-skill.js';
import type { McpScope } from './scope.js';
import { textUri } from './uris.js';

export const markdown = 'text/markdown';

/** A folio or a skill. */
export type TextEntity = JsonObject & {
  name: string;
  definition: JsonObject;
  texts?: Record<string, { text: string }>;
};

/** Returns the text of a folio or skill under its title, with the description of a skill. */
export async function wholeText(
  scope: McpScope,
  type: 'folio' | 'skill',
  name: string,
  branch: string,
  uri = textUri(type, name),
) {
  const address = { branch, op: 'platform', type, name };
  const entity = (await scope.perform(readEntity, address)) as TextEntity;
  const definition = entity.definition ?? {};
  const text = Object.values(entity.texts ?? {})[0]?.text ?? definition['body'] ?? definition['instructions'];
  const title = definition['title'] ?? name;
  const intro = type === 'skill' ? [skillIntro(definition)] : [];
  const parts = [`# ${title}`, ...intro, String(text ?? '')].filter((part) => part !== '');
  return { uri, mimeType: markdown, text: parts.join('\n\n') };
}

/** Returns the text of a skill of the branch, or the built-in one. @throws Problem entity_not_found */
export async function skillText(scope: McpScope, name: string, branch: string, uri = textUri('skill', name)) {
  try {
    return await wholeText(scope, 'skill', name, branch, uri);
  } catch (error) {
    const isMissing = error instanceof Problem && error.code === 'entity_not_found';
    if (!isMissing || name !== builtInSkill.name) throw error;
    return { uri, mimeType: markdown, text: await builtInSkillText(scope, branch) };
  }
}

function skillIntro({ description, flows, tools }: JsonObject): string {
  const lines = [
    description,
    Array.isArray(flows) && flows.length > 0 ? `Flows: ${flows.join(', ')}` : undefined,
    Array.isArray(tools) && tools.length > 0 ? `Tools: ${tools.join(', ')}` : undefined,
  ];
  return lines.filter((line) => typeof line === 'string').join('\n\n');
}

/** Returns title and description of a text, as far as its definition has them. */
export function getAbout({ definition }: TextEntity): { title?: string; description?: string } {
  const { title, description } = definition ?? {};
  return {
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  };
}

/** Lists folios or skills, page by page. */
export async function listTexts(
  scope: McpScope,
  type: string,
  input: JsonObject,
  branch = scope.production,
): Promise<{ items: TextEntity[]; nextCursor: string | null }> {
  const page = await scope.perform(listEntities, { branch, op: 'platform', type, ...input });
  return page as unknown as { items: TextEntity[]; nextCursor: string | null };
}
