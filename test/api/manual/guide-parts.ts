import { readdirSync, readFileSync } from 'node:fs';
import { withNames } from '../../../api/manual/reference/guides.js';
import { manualSources } from '../../built-manual.js';

const folder = `${manualSources}/guides`;

export interface Block {
  language: string;
  text: string;
}

export interface Guide {
  name: string;
  text: string;
  blocks: readonly Block[];
  /** The text without blocks, tables and headings. */
  prose: string;
}

/** Returns the guides with their parts, as a build without names has them. */
export function guides(): Guide[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const text = withNames(readFileSync(`${folder}/${file}`, 'utf8'), {});
      return { name: file.slice(0, -'.md'.length), ...getParts(text) };
    });
}

/** Returns the parts of a Markdown text. */
export function getParts(text: string): Omit<Guide, 'name'> {
  const fenced = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  const blocks = fenced.map(([, language = '', body = '']) => ({ language, text: body }));
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/^(#|\|).*$/gm, '');
  return { text, blocks, prose };
}

/** Returns the lines of the shell blocks and the pieces of code that begin with a command, continued lines joined. */
export function commandLines({ blocks, prose }: Omit<Guide, 'name'>, command: string): string[] {
  const shell = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
  const lines = shell.flatMap((text) => text.replaceAll(/\\\n\s*/g, ' ').split('\n'));
  const inline = [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll('\n', ' '));
  return [...lines, ...inline].filter((line) => line.startsWith(`${command} `));
}
