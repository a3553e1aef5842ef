import { Problem } from '../problems/index.js';
import type { Tables } from '../storage/index.js';

/** What can be backed up and restored by itself. */
export const categories = [
  'flows',
  'environments',
  'connections',
  'config',
  'secrets',
  'users',
  'runs',
  'settings',
] as const;

export type Category = (typeof categories)[number];

/** @throws Problem body_invalid naming each that there is not, with the list */
export function requireCategories(given: readonly string[]): Category[] {
  const unknown = given.filter((name) => !isCategory(name));
  if (unknown.length === 0) return categories.filter((category) => given.includes(category));
  const known = categories.map((category) => `\`${category}\``).join(', ');
  throw new Problem('body_invalid', `There is no backup category \`${unknown.join('`, `').slice(0, 200)}\``, {
    errors: given.flatMap((name, index) =>
      isCategory(name) ? [] : [{ pointer: `/categories/${index}`, message: 'is no category' }],
    ),
    hints: [`The categories are ${known}.`],
  });
}

function isCategory(name: string): name is Category {
  return (categories as readonly string[]).includes(name);
}

/** Categories of files: entities of the production branch. */
export type FileCategory = 'flows' | 'environments' | 'connections' | 'config';

const ofKind: Readonly<Record<string, FileCategory>> = {
  flow: 'flows',
  environment: 'environments',
  connection: 'connections',
};

export function categoryOfKind(kind: string): FileCategory {
  return ofKind[kind] ?? 'config';
}

export function isFileCategory(category: Category): category is FileCategory {
  return category === 'config' || Object.values(ofKind).includes(category as FileCategory);
}

export interface TableRule {
  table: keyof Tables;
  category: Category;
  key: readonly string[];
  /**
   * `replace`: after a restore the rows are those of the backup. `add`: what is there stays as it is, and what is
   * missing comes back; a run that goes on is not set back, and none that has happened since is forgotten.
   */
  restore: 'replace' | 'add';
  /** Rows belong to the run in this column, and come with it: not to one that is there. */
  ofRun?: string;
  /** SQL for what one row is called in reports; rows without it are not told of. */
  label?: string;
  /** Columns that the database fills in by itself. */
  omit?: readonly string[];
}

/**
 * The tables of each category; what is not here is derived, of this installation alone (sessions), or never set back
 * (the audit log).
 */
export const tableRules: readonly TableRule[] = [
  {
    table: 'secrets',
    category: 'secrets',
    key: ['path', 'version'],
    restore: 'replace',
    label: "'secret/' || path",
    omit: ['id'],
  },
  { table: 'users', category: 'users', key: ['name'], restore: 'replace', label: "'user/' || name" },
  { table: 'api_keys', category: 'users', key: ['id'], restore: 'replace', label: "'api-key/' || name" },
  { table: 'shares', category: 'users', key: ['name'], restore: 'replace', label: "'share/' || name" },
  { table: 'closures', category: 'runs', key: ['id'], restore: 'add' },
  { table: 'journal', category: 'runs', key: ['run_id', 'first_seq'], restore: 'add', ofRun: 'run_id' },
  { table: 'store_steps', category: 'runs', key: ['id'], restore: 'add', ofRun: 'run_id' },
  { table: 'runs', category: 'runs', key: ['id'], restore: 'add', label: 'id' },
  {
    table: 'store_entries',
    category: 'runs',
    key: ['branch', 'store', 'key'],
    restore: 'replace',
    label: "'store/' || branch || '/' || store",
  },
];
