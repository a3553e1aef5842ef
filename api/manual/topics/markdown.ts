import { stringify } from 'yaml';
import type { Json } from '../../../schemas/json/types.js';

/** Returns a heading of the second level with what stands below it; nothing where nothing does. */
export function part(title: string, text: string): string {
  return text === '' ? '' : `## ${title}\n\n${text}`;
}

/** Joins blocks with a blank line between them; empty ones are left out. */
export function blocks(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

export function yamlBlock(value: Json): string {
  return fenced('yaml', stringify(value, { lineWidth: 90, aliasDuplicateObjects: false }));
}

export function jsonBlock(value: Json): string {
  return fenced('json', JSON.stringify(value, null, 2));
}

export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Returns a table; nothing without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}
