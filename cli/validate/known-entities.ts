import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { entityFilesIn } from './collect-files.js';

/** What the entity files of a folder define, as `kind/name`; files that cannot be read define nothing. */
export function knownEntities(folder: string): ReadonlySet<string> {
  return new Set(entityFilesIn(folder).flatMap((path) => identityOf(readFileSync(path, 'utf8')) ?? []));
}

function identityOf(content: string): string | undefined {
  let value: { kind?: unknown; name?: unknown; document?: { dsl?: unknown; name?: unknown } } | null;
  try {
    value = parse(content, { logLevel: 'silent', maxAliasCount: 100 });
  } catch {
    return undefined;
  }
  if (value?.document?.dsl !== undefined) return `flow/${value.document.name}`;
  return value?.kind === undefined ? undefined : `${value.kind}/${value.name}`;
}
