import type { CategoryChanges } from './contract.js';
import { noChanges } from './tables/staging.js';

type Sections = Record<string, Record<string, unknown>>;

/** What restoring the settings changed at run time would do, by `config-section/Section.Key`. Both are JSON texts. */
export function settingsChanges(present: string, wanted: string): CategoryChanges {
  const changes = noChanges();
  const [before, after] = [flat(present), flat(wanted)];
  const count = (kind: 'created' | 'changed' | 'deleted', key: string): void => {
    changes[kind] += 1;
    changes.examples[kind].push(`config-section/${key}`);
  };
  for (const [key, value] of after) {
    if (!before.has(key)) count('created', key);
    else if (before.get(key) !== value) count('changed', key);
  }
  for (const key of before.keys()) if (!after.has(key)) count('deleted', key);
  return changes;
}

function flat(text: string): Map<string, string> {
  const sections = Object.entries(JSON.parse(text) as Sections);
  return new Map(
    sections.flatMap(([section, keys]) =>
      Object.entries(keys).map(([key, value]) => [`${section}.${key}`, JSON.stringify(value)] as const),
    ),
  );
}
