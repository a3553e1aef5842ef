import type { Topic } from '../topics/topic.js';
import type { LinkOf } from './markdown-html.js';

/** The manual of one service. */
export interface Site {
  /** The path of the first page. */
  readonly base: string;
  find(name: string): Topic | undefined;
}

export function getAddress({ base }: Site, { name }: Pick<Topic, 'name'>): string {
  return `${base}/${encodeURIComponent(name)}`;
}

/**
 * Returns the function that links code in the text of a topic: the names of topics, `svc` with a command, the code of an
 * error, a setting, and the fields in the first column of a table of fields.
 */
export function linksIn(topic: Pick<Topic, 'name'> | undefined, site: Site): LinkOf {
  const own = topic?.name.toLowerCase();
  const document = topic?.name.split('.').slice(0, 2).join('.') ?? '';
  return (code, isNameOfRow) => {
    const topic = site.find(nameIn(code)) ?? (isNameOfRow ? site.find(fieldName(document, code)) : undefined);
    return topic && topic.name.toLowerCase() !== own ? getAddress(site, topic) : undefined;
  };
}

/** Returns the name of the topic that a piece of code may name. */
function nameIn(code: string): string {
  const command = /^svc ([a-z-]+)/.exec(code)?.[1];
  if (command !== undefined) return `command.${command}`;
  if (/^[a-z]+(_[a-z]+)+$/.test(code)) return `error.${code}`;
  if (/^[A-Z]\w+(\.\w+)*$/.test(code)) return `setting.${code}`;
  // Words such as `error` and `kind` are chapters, and much else besides.
  return code.includes('.') ? code : '';
}

function fieldName(document: string, path: string): string {
  return `${document}.${path.replaceAll('[]', '').replaceAll('.<name>', '')}`;
}
