import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../problems/index.js';
import { blobId } from '../repository/index.js';
import type { Write } from '../storage/index.js';
import { type Manifest, settingsName, signedText, textsKeyOf } from './archive/manifest.js';
import { readArchive } from './archive/read-archive.js';
import { type Category, isFileCategory, tableRules } from './categories.js';
import type { RestoreResult } from './contract.js';
import { type FileRestore, StagedFiles } from './restore-files.js';
import { settingsChanges } from './settings-changes.js';
import type { Row } from './tables/dump.js';
import { type RowTransform, Staging } from './tables/staging.js';
import type { Installation } from './take.js';
import type { FileUndo } from './undo-log.js';

/** How often the files are worked out anew because others write them meanwhile. */
const MOST_ATTEMPTS = 20;

export interface RestoreTarget extends Installation {
  /**
   * Writes files of the production branch, all of them as one commit, and sees to it that they come into service.
   * @returns the commit; null where nothing differed, or there is no Git
   * @throws FilesMoved when a file does not hold its `base`
   */
  writeFiles(writes: readonly FileRestore[], message: string, principal: string): Promise<string | null>;
  /** @throws Problem backup_unsupported for settings that cannot be changed at run time here */
  checkSettings(text: string): void;
  /** Makes the settings changed at run time these; on the disk and in use when it returns. */
  restoreSettings(text: string): void;
}

/** A file was changed by somebody else meanwhile. */
export class FilesMoved extends Error {}

/** What a restore needs of a backup, checked and staged beside what is in use. */
export interface Prepared {
  manifest: Manifest;
  categories: readonly Category[];
  files: StagedFiles;
  staging: Staging;
  /** The settings changed at run time, as JSON; undefined where they are not asked for. */
  settings: string | undefined;
}

/**
 * Reads a backup and stages what is asked for. Nothing in use is changed.
 * @throws Problem backup_invalid, backup_unsupported, backup_foreign, body_invalid
 */
export async function prepare(
  target: RestoreTarget,
  folder: string,
  path: string,
  { id, categories }: { id: string; categories?: readonly Category[] | undefined },
): Promise<Prepared> {
  const limits = { unpacked: Number.MAX_SAFE_INTEGER };
  const manifest = await readArchive(path, limits);
  const asked = requireIncluded(manifest, categories);
  const rules = tableRules.filter(({ category }) => asked.includes(category));
  if (asked.some((category) => !isFileCategory(category))) requireOwn(target, manifest);
  const transform = transformOf(target, manifest, asked);
  const files = new StagedFiles(manifest, asked);
  let settings: string | undefined;
  const staging = await unpacked(() =>
    Staging.open(target.storage, join(folder, `.staging-${id}.db`), rules),
  );
  try {
    await readArchive(path, limits, ({ name, content }) => {
      if (name.startsWith('files/')) files.add(name, content);
      else if (name === settingsName) settings = content.toString();
      else added(() => staging.add(name, content, transform));
    });
    if (!asked.includes('settings')) settings = undefined;
    if (settings !== undefined) target.checkSettings(settings);
  } catch (error) {
    await staging.close();
    throw error;
  }
  return { manifest, files, staging, settings, categories: asked };
}

/** What is wrong with the disk is no fault of the backup. */
function notUnpacked(cause: unknown): unknown {
  if (cause instanceof Problem) return cause;
  return new Problem('restore_failed', `The backup could not be unpacked: ${(cause as Error).message}`, {
    hints: [
      'Nothing was changed. Make room on the disk of the backups (`Backups.Directory`), and try again.',
    ],
    cause,
  });
}

function added(add: () => void): void {
  try {
    add();
  } catch (cause) {
    throw notUnpacked(cause);
  }
}

function unpacked<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch((cause) => {
    throw notUnpacked(cause);
  });
}

/** What a restore would change; changes nothing. */
export async function compare(
  target: RestoreTarget,
  prepared: Prepared,
): Promise<RestoreResult['categories']> {
  const { changes } = await prepared.files.plan(await target.head(), target.source());
  const tables = await unpacked(() => prepared.staging.attached(() => prepared.staging.changes()));
  const settings = prepared.settings !== undefined && {
    settings: settingsChanges(target.changedSettings(), prepared.settings),
  };
  return { ...changes, ...tables, ...settings };
}

/**
 * Makes the files those of the backup, in one commit; what others wrote meanwhile is looked at again.
 * @param before is handed what takes it back, before anything is changed
 * @returns the commit; null where nothing differed, or there is no Git
 */
export async function restoreFiles(
  target: RestoreTarget,
  { files, manifest }: Pick<Prepared, 'files' | 'manifest'>,
  principal: string,
  before: (undo: FileUndo[]) => Promise<void>,
): Promise<string | null> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const { writes } = await files.plan(await target.head(), target.source());
    await before(await undoOf(target, writes));
    if (writes.length === 0) return null;
    const message = `Restore ${writes.length} ${writes.length === 1 ? 'file' : 'files'} from a backup\n\nBackup ${manifest.id} of ${manifest.takenAt}, ${manifest.branch} at ${manifest.revision}.`;
    try {
      return await target.writeFiles(writes, message, principal);
    } catch (error) {
      if (!(error instanceof FilesMoved)) throw error;
    }
  }
  throw new Problem('restore_failed', 'The files were changed by others each time svc tried to restore them');
}

/** Gives the files that are still as the restore made them what they had before. */
export async function undoFiles(
  target: RestoreTarget,
  undo: readonly FileUndo[],
  principal: string,
): Promise<void> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const { revision } = await target.head();
    const present = new Map(
      (await target.source().files(revision)).map(({ path, blobId }) => [path, blobId]),
    );
    const writes = undo
      .filter(({ path, after }) => (present.get(path) ?? null) === after)
      .map(({ path, after, before }) => ({ path, base: after, content: before }));
    if (writes.length === 0) return;
    try {
      await target.writeFiles(writes, 'Undo a restore that failed', principal);
      return;
    } catch (error) {
      if (!(error instanceof FilesMoved)) throw error;
    }
  }
  throw new Problem(
    'restore_failed',
    'The files were changed by others each time svc tried to take them back',
  );
}

/** Takes over the staged tables together with `also`, in one transaction. */
export async function restoreTables(
  target: RestoreTarget,
  { staging }: Pick<Prepared, 'staging'>,
  also: Write,
): Promise<void> {
  await staging.attached(() => {
    const writes = [...staging.writes(), also];
    return target.storage.commit({ collect: () => writes });
  });
}

/** @throws Problem restore_failed when the disk would not take it */
export async function requireSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize > needed) return;
  throw new Problem(
    'restore_failed',
    `The disk has ${bavail * bsize} bytes free, and the restore may need ${needed}`,
    {
      hints: ['Make room on the disk and restore again; nothing was changed.'],
    },
  );
}

async function undoOf(target: RestoreTarget, writes: readonly FileRestore[]): Promise<FileUndo[]> {
  const before = await target.source().read(writes.flatMap(({ base }) => (base === null ? [] : [base])));
  return writes.map(({ path, base, content }) => ({
    path,
    after: content === null ? null : blobId(content),
    before: base === null ? null : (before.get(base) ?? null),
  }));
}

function requireIncluded(
  { categories }: Manifest,
  asked: readonly Category[] | undefined,
): readonly Category[] {
  const missing = asked?.filter((category) => !categories.includes(category)) ?? [];
  if (missing.length === 0) return asked ?? categories;
  throw new Problem('body_invalid', `The backup does not have \`${missing.join('`, `')}\``, {
    hints: [`It has \`${categories.join('`, `')}\`.`],
  });
}

function requireOwn({ vault }: RestoreTarget, manifest: Manifest): void {
  if (vault.verify(signedText(manifest), manifest.signature)) return;
  if (vault.masterKey().keyId === manifest.signature.keyId)
    throw new Problem(
      'backup_invalid',
      'The backup was changed after it was made: its signature is not right',
    );
  throw foreign();
}

function transformOf({ vault }: RestoreTarget, manifest: Manifest, asked: readonly Category[]): RowTransform {
  const key = asked.includes('runs') ? textsKeyOf(manifest) : undefined;
  const reseal = key ? vault.resealer(key) : (text: string) => text;
  if (!reseal) throw foreign();
  return (table, row) => {
    if (table === 'secrets') return rewrapped(vault, row);
    const isOfRuns = ['runs', 'journal', 'store_entries', 'store_steps'].includes(table);
    if (isOfRuns)
      for (const [name, cell] of Object.entries(row)) if (typeof cell === 'string') row[name] = reseal(cell);
    return row;
  };
}

function rewrapped(vault: RestoreTarget['vault'], row: Row): Row {
  const { path, version, wrapped_key, key_id = null } = row;
  if (!(wrapped_key instanceof Uint8Array)) return row;
  const key = vault.rewrap({ wrapped_key, key_id: key_id as string | null }, `${path}#${version}`);
  if (!key) throw foreign();
  row['wrapped_key'] = key.wrapped_key;
  row['key_id'] = key.key_id;
  return row;
}

function foreign(): Problem {
  return new Problem(
    'backup_foreign',
    'The backup was made under a master key that this installation does not have',
  );
}
