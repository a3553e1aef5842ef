import { join } from 'node:path';
import { Problem } from '../../problems/index.js';
import type { Vault } from '../../security/vault/contract.js';
import { isDiskFull } from '../../storage/index.js';
import { type Category, isFileCategory, tableRules } from '../archive/categories.js';
import { findTextsKey, type Manifest, settingsName, toSignedParts } from '../archive/manifest.js';
import { type ReadEntry, readArchive } from '../archive/read-archive.js';
import type { Row } from '../archive/row-lines.js';
import { StagedFiles } from './staged-files.js';
import { type RowTransform, StagedTables } from './staged-tables.js';
import type { RestoreTarget } from './target.js';

/** The parts of a backup that a restore needs, checked and staged beside the data in use. */
export interface PreparedRestore {
  manifest: Manifest;
  categories: readonly Category[];
  files: StagedFiles;
  tables: StagedTables;
  /** True for a backup of another installation. */
  isElsewhere: boolean;
  /** The settings that were changed at run time, as JSON; undefined when they are not asked for. */
  settings: string | undefined;
}

interface PrepareOptions {
  /** The id of the restore. */
  id: string;
  /** The path of the backup. */
  path: string;
  /** The folder for staged tables. */
  folder: string;
  /** Tells if another installation made a backup. */
  isElsewhere(manifest: Manifest): boolean;
  /** All categories of the backup when left out. */
  categories?: readonly Category[] | undefined;
}

/**
 * Reads a backup and stages the categories that are asked for. Nothing in use is changed.
 * @throws Problem backup_invalid, backup_unsupported, backup_foreign, body_invalid
 */
export async function prepareRestore(
  target: RestoreTarget,
  options: PrepareOptions,
): Promise<PreparedRestore> {
  const { id, path, folder } = options;
  const manifest = await readArchive(path, Number.MAX_SAFE_INTEGER);
  const categories = requireIncluded(manifest, options.categories);
  const rules = tableRules.filter(({ category }) => categories.includes(category));
  if (categories.some((category) => !isFileCategory(category))) await requireOwn(target.vault, manifest);
  const isElsewhere = options.isElsewhere(manifest);
  const own = getTransform(target.vault, manifest, categories);
  const transform: RowTransform = isElsewhere ? (table, row) => suspended(table, own(table, row)) : own;
  const files = new StagedFiles(manifest, categories);
  let settings: string | undefined;
  const staging = join(folder, `.staging-${id}.db`);
  const tables = await unpacking(() => StagedTables.open(target.storage, staging, rules));
  const stage = async ({ name, content }: ReadEntry): Promise<void> => {
    if (name.startsWith('files/')) files.add(name, content);
    else if (name !== settingsName) await unpacking(async () => tables.add(name, content, transform));
    else if (categories.includes('settings')) settings = content.toString();
  };
  try {
    await readArchive(path, Number.MAX_SAFE_INTEGER, stage);
    if (settings !== undefined) target.checkSettings(settings);
  } catch (error) {
    await tables.close();
    throw error;
  }
  return { manifest, files, tables, settings, categories, isElsewhere };
}

/** Reports an error of the disk or the database as such, because it is not a fault of the backup. */
export async function unpacking<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    const detail = `The backup could not be unpacked: ${(cause as Error).message}`;
    throw new Problem('restore_failed', detail, { cause, ...(isDiskFull(cause) && { hints: [spaceHint] }) });
  }
}

export const spaceHint = 'Nothing was changed. Free some space on the disk, and restore again.';

function requireIncluded(
  { categories }: Manifest,
  selected: readonly Category[] | undefined,
): readonly Category[] {
  const missing = selected?.filter((category) => !categories.includes(category)) ?? [];
  if (missing.length === 0) return selected ?? categories;
  throw new Problem('body_invalid', `The backup does not contain \`${missing.join('`, `')}\``, {
    hints: [`It contains \`${categories.join('`, `')}\`.`],
  });
}

/** @throws Problem backup_invalid, backup_foreign */
async function requireOwn({ masterKeys }: Vault, manifest: Manifest): Promise<void> {
  if (await masterKeys.verifyParts(toSignedParts(manifest), manifest.signature)) return;
  if (masterKeys.status().keyId !== manifest.signature.keyId) throw foreign();
  throw new Problem('backup_invalid', 'The backup was changed after it was made: its signature is not valid');
}

/** Returns the change of rows that makes their secrets readable here: sealed texts of runs, and data keys of secrets. */
function getTransform(vault: Vault, manifest: Manifest, categories: readonly Category[]): RowTransform {
  const key = categories.includes('runs') ? findTextsKey(manifest) : undefined;
  const reseal = key ? vault.resealer(key) : (text: string) => text;
  if (!reseal) throw foreign();
  return (table, row) => {
    if (table === 'secrets') return rewrapped(vault, row);
    const isOfRuns = tableRules.some((rule) => rule.table === table && rule.category === 'runs');
    if (isOfRuns && table !== 'closures')
      for (const [name, cell] of Object.entries(row)) if (typeof cell === 'string') row[name] = reseal(cell);
    return row;
  };
}

/** An unfinished run goes on in the installation that it comes from: here it is suspended until a person resumes it. */
function suspended(table: string, row: Row): Row {
  if (table !== 'runs' || row['ended_at'] != null) return row;
  return { ...row, status: 'suspended', wake_at: null, owner: null };
}

function rewrapped({ masterKeys }: Vault, row: Row): Row {
  const { path, version, wrapped_key, key_id = null } = row;
  if (!(wrapped_key instanceof Uint8Array)) return row;
  const key = masterKeys.rewrap({ wrapped_key, key_id: key_id as string | null }, `${path}#${version}`);
  if (!key) throw foreign();
  return Object.assign(row, key);
}

function foreign(): Problem {
  const detail = 'The backup was made with a master key that this installation does not have';
  return new Problem('backup_foreign', detail);
}
