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
  /**
   * `replace`: the table gets the rows of the backup. `add`: present rows stay, so that running and later runs are kept.
   * `mark`: present rows stay, and get the `marks` of the backup where they have none.
   */
  restore: 'replace' | 'add' | 'mark';
  /** The columns of `mark`. */
  marks?: readonly string[];
  /** SQL for the rows of a backup that are taken over; all when left out. */
  rows?: string;
  /** The column of the run that a row belongs to; rows of present runs are not added. */
  ofRun?: string;
  /** SQL for the name of a row in reports; tables without it are not reported. */
  label?: string;
  /** Columns that the database sets itself. */
  omit?: readonly string[];
}

/** The tables of each category. Each other table is in `leftOutTables`. */
const rules = [
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
  {
    table: 'triggers',
    category: 'runs',
    key: ['branch', 'id'],
    // The times of a trigger follow from its definition.
    restore: 'mark',
    marks: ['paused_at', 'paused_by'],
    rows: 'paused_at is not null',
    label: "'pause/' || branch || '/' || id",
  },
  {
    table: 'occurrences',
    category: 'runs',
    key: ['branch', 'trigger_id', 'at'],
    restore: 'add',
    // One that waits would start its run here, beside the installation that the backup is of.
    rows: "status <> 'queued'",
  },
  { table: 'trigger_deliveries', category: 'runs', key: ['id'], restore: 'add' },
  { table: 'trigger_polls', category: 'runs', key: ['branch', 'trigger_id'], restore: 'add' },
  {
    table: 'trigger_poll_keys',
    category: 'runs',
    key: ['branch', 'trigger_id', 'begun_at', 'key'],
    restore: 'add',
  },
  {
    table: 'parked_messages',
    category: 'runs',
    key: ['id'],
    restore: 'add',
    label: "'parked-message/' || branch || '/' || trigger_id || '/' || id",
  },
] as const satisfies readonly TableRule[];

export const tableRules: readonly TableRule[] = rules;

/** Tables of the database itself, of every engine. */
type OwnTable =
  | 'kysely_migration'
  | 'kysely_migration_lock'
  | 'sqlite_sequence'
  | 'nodes'
  | 'shared_texts'
  | 'versions';

type LeftOutTable = OwnTable | Exclude<keyof Tables, (typeof rules)[number]['table']>;

const ofDelivery = 'What waits to be sent or taken in is left to the installation that has it.';
const ofHistory = 'Read again from the repository.';
const ofService = 'Read again from the files of each branch.';
const ofDatabase = 'Of the database itself.';

/** The tables that no category holds → why. */
export const leftOutTables: Readonly<Record<LeftOutTable, string>> = {
  applied_branches: ofService,
  held_entities: ofService,
  history_commits: ofHistory,
  history_changes: ofHistory,
  proposals: 'The branches of proposals are in the repository, not in backups.',
  approvals: 'What waits for consent is decided where it was requested, within a day.',
  approval_claims: 'With the approvals that they are about.',
  consents:
    'The refresh tokens are secrets of the backup. Who has consented stays with the installation; after a restore, a token is tried as one that was written by hand.',
  consent_attempts: 'A person gives a consent where it was begun, within ten minutes.',
  proposal_reviews: 'With the proposals that they are about.',
  run_files: 'The files of runs are in the data directory or its bucket, not in backups.',
  outbox: ofDelivery,
  events: ofDelivery,
  branch_events: ofDelivery,
  event_positions: ofDelivery,
  event_collections: ofDelivery,
  event_listeners: 'Written again when a run that listens goes on.',
  event_keys: 'Written again when a run that listens goes on.',
  webhook_deliveries: 'A push that is told of again is only looked for again.',
  tickets: 'Requests for support stay where they were made.',
  sessions: 'Users sign in again.',
  refresh_tokens: 'Users sign in again.',
  console_sessions: 'Users sign in again.',
  audit: 'The audit log of an installation is its own, and is never replaced.',
  audit_anchor: 'The audit log of an installation is its own, and is never replaced.',
  backups: 'The list of the backup files that are here.',
  restores: 'The restores that were made here.',
  data_keys: 'The keys of this installation; what a restore brings is sealed with them again.',
  installation: 'Tells this installation from others.',
  rates: 'What the nodes that run now have used of their limits.',
  cached_answers: 'Asked for again.',
  flow_places: 'Runs get their places where they execute.',
  run_orders: 'Messages between the nodes that run now.',
  member_records: 'Messages between the nodes that run now.',
  nodes: 'The nodes that run now.',
  shared_texts: 'Texts that the nodes share; the settings among them belong to `settings`.',
  versions: ofDatabase,
  kysely_migration: ofDatabase,
  kysely_migration_lock: ofDatabase,
  sqlite_sequence: ofDatabase,
};
