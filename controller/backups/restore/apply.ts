import { statfs } from 'node:fs/promises';
import { blobId } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import type { Write } from '../../storage/index.js';
import type { Category } from '../archive/categories.js';
import { type CategoryChanges, settingsChanges, type TableChanges } from './changes.js';
import { type PreparedRestore, unpacking } from './prepare.js';
import type { FileRestore } from './staged-files.js';
import type { RestoreTarget } from './target.js';
import type { FileUndo } from './undo-log.js';

/** The most attempts to write files that others change at the same time. */
const maxAttempts = 20;

/** The changes that a restore makes, by category and, of the database, by table. */
export interface Comparison {
  categories: Partial<Record<Category, CategoryChanges>>;
  tables: readonly TableChanges[];
}

/** Returns the changes of a restore; changes nothing. */
export async function compare(
  target: RestoreTarget,
  { files, tables, settings }: PreparedRestore,
): Promise<Comparison> {
  const { changes } = await files.plan(await target.head(), target.source());
  const { ofTables, counts } = await unpacking(() =>
    tables.attached(async (schemas) => ({
      ofTables: await tables.changes(schemas),
      counts: await tables.counts(schemas),
    })),
  );
  const all = { ...changes, ...ofTables };
  if (settings === undefined) return { categories: all, tables: counts };
  const ofSettings = settingsChanges(target.changedSettings(), settings);
  return { categories: { ...all, settings: ofSettings }, tables: counts };
}

/**
 * Makes the files equal to those of the backup, in one commit.
 * @param before receives the present content of the files, before anything is changed
 * @returns the commit; null when no file differed, or without Git
 */
export function restoreFiles(
  target: RestoreTarget,
  { files, manifest }: PreparedRestore,
  principal: string,
  before: (undo: FileUndo[]) => Promise<void>,
): Promise<string | null> {
  return writeFiles(target, principal, async () => {
    const { writes } = await files.plan(await target.head(), target.source());
    await before(await createUndo(target, writes));
    const subject = `Restore ${writes.length} ${writes.length === 1 ? 'file' : 'files'} from a backup`;
    const { id, takenAt, branch, revision } = manifest;
    return { writes, message: `${subject}\n\nBackup ${id} of ${takenAt}, ${branch} at ${revision}.` };
  });
}

/** Gives files that are still as the restore made them their previous content. */
export async function undoFiles(
  target: RestoreTarget,
  undo: readonly FileUndo[],
  principal: string,
): Promise<void> {
  await writeFiles(target, principal, async () => {
    const { revision } = await target.head();
    const files = await target.source().files(revision);
    const present = new Map(files.map(({ path, blobId }) => [path, blobId]));
    const writes = undo
      .filter(({ path, after }) => (present.get(path) ?? null) === after)
      .map(({ path, after, before }) => ({ path, base: after, content: before }));
    return { writes, message: 'Undo a restore that failed' };
  });
}

/** Plans and writes, and repeats both when others changed the files in between. */
async function writeFiles(
  target: RestoreTarget,
  principal: string,
  plan: () => Promise<{ writes: FileRestore[]; message: string }>,
): Promise<string | null> {
  let unreadable: Problem | undefined;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      const { writes, message } = await plan();
      if (writes.length === 0) return null;
      const result = await target.writeFiles(writes, message, principal);
      if (!result.moved) return result.commit;
    } catch (error) {
      // A file of the folder changed while it was being read.
      if (!(error instanceof Problem) || error.code !== 'directory_failed') throw error;
      unreadable = error;
    }
  }
  const detail = `Others changed the files during each of the ${maxAttempts} attempts to write them`;
  throw unreadable ?? new Problem('restore_failed', detail);
}

/** Takes over the staged tables together with `also`, in one transaction. */
export async function restoreTables(
  target: RestoreTarget,
  { tables }: PreparedRestore,
  also: Write,
): Promise<void> {
  await tables.attached((schemas) => target.storage.commit([...tables.writes(schemas), also]));
}

/** @throws Problem restore_failed when the disk has too little free space */
export async function requireSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize > needed) return;
  const detail = `The disk has ${bavail * bsize} bytes free, and the restore may need ${needed}`;
  const hints = ['Free some space on the disk and restore again. Nothing was changed.'];
  throw new Problem('restore_failed', detail, { hints });
}

async function createUndo(target: RestoreTarget, writes: readonly FileRestore[]): Promise<FileUndo[]> {
  const before = await target.source().read(writes.flatMap(({ base }) => (base === null ? [] : [base])));
  return writes.map(({ path, base, content }) => ({
    path,
    after: content === null ? null : blobId(content),
    before: base === null ? null : (before.get(base) ?? null),
  }));
}
