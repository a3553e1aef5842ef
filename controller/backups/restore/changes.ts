import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isEqual } from '../../../schemas/json/values.js';

import type { Category } from '../archive/categories.js';

/** The most examples of a kind of change in one table, or in the files of a category. */
export const maxExamples = 20;

export type ChangeKind = 'created' | 'changed' | 'deleted';

/** The changes that a restore makes, or would make, in one category. */
export interface CategoryChanges extends Record<ChangeKind, number> {
  /** The first changes of each kind: `type/name`, the path of a file, or the id of a run. */
  examples: Record<ChangeKind, string[]>;
}

/** The numbers of rows that a restore changes, or would change, in one table. */
export interface TableChanges extends Record<ChangeKind, number> {
  table: string;
  category: Category;
}

export function noChanges(): CategoryChanges {
  return { created: 0, changed: 0, deleted: 0, examples: { created: [], changed: [], deleted: [] } };
}

export function addChanges(
  changes: CategoryChanges,
  kind: ChangeKind,
  names: readonly string[],
  examples = names,
): void {
  changes[kind] += names.length;
  changes.examples[kind].push(...examples);
}

/** Compares the settings that were changed at run time, by `config-section/Section.Key`. Both are JSON texts. */
export function settingsChanges(present: string, name: string): CategoryChanges {
  const changes = noChanges();
  const [before, after] = [flat(present), flat(name)];
  const add = (kind: ChangeKind, key: string) => addChanges(changes, kind, [`config-section/${key}`]);
  for (const [key, value] of after) {
    if (!before.has(key)) add('created', key);
    else if (!isEqual(before.get(key) ?? null, value)) add('changed', key);
  }
  for (const key of before.keys()) if (!after.has(key)) add('deleted', key);
  return changes;
}

function flat(text: string): Map<string, Json> {
  const sections = Object.entries(JSON.parse(text) as Record<string, JsonObject>);
  return new Map(
    sections.flatMap(([section, keys]) =>
      Object.entries(keys).map(([key, value]) => [`${section}.${key}`, value] as const),
    ),
  );
}
