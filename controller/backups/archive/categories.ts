import { Problem } from '../../problems/index.js';
import type { Tables } from '../../storage/index.js';

/** Parts of an installation that can be backed up and restored separately. */
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

/** @throws Problem body_invalid for an unknown category */
export function requireCategories(names: readonly string[]): Category[] {
  const unknown = names.filter((name) => !isCategory(name));
  if (unknown.length === 0) return categories.filter((category) => names.includes(category));
  const allowed = categories.map((category) => `\`${category}\``).join(', ');
  throw new Problem('body_invalid', `There is no backup category \`${unknown.join('`, `').slice(0, 200)}\``, {
    errors: names.flatMap((name, index) =>
      isCategory(name) ? [] : [{ pointer: `/categories/${index}`, message: 'is not a category' }],
    ),
    hints: [`The categories are ${allowed}.`],
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
  /** `replace`: the table gets the rows of the backup. `add`: present rows stay, so that running and later runs are kept. */
  restore: 'replace' | 'add';
  /** The column of the run that a row belongs to; rows of present runs are not added. */
  ofRun?: string;
  /** SQL for the name of a row in reports; tables without it are not reported. */
  label?: string;
  /** Columns that the database sets itself. */
  omit?: readonly string[];
}

/** The tables of each category. Others are derived, of this installation alone (sessions), or never restored (audit log). */
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
  { table: 'human_tasks', category: 'runs', key: ['id'], restore: 'add', ofRun: 'run_id' },
  { table: 'runs', category: 'runs', key: ['id'], restore: 'add', label: 'id' },
  {
    table: 'store_entries',
    category: 'runs',
    key: ['branch', 'store', 'key'],
    restore: 'replace',
    label: "'store/' || branch || '/' || store",
  },
];
