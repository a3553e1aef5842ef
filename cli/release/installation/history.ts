import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../../controller/problems/index.js';
import type { Installation } from './layout.js';
import { readIfPresent, writeAtomically } from './whole-file.js';

/** One change of an installation. */
export interface HistoryEntry {
  /** RFC 3339, UTC. */
  at: string;
  /** `returned`: an update failed and the former version is in use again. */
  action: 'install' | 'update' | 'rollback' | 'returned' | 'accept-expired';
  version: string;
  /** The version in use before. */
  from?: string;
  /** The folder with the copy of the database from before. */
  backup?: string;
  /** The time at which expired metadata was taken as valid. */
  asOf?: string;
}

/** Entries that are kept; the oldest go first. */
const maxEntries = 200;

export async function readHistory({ history }: Installation): Promise<HistoryEntry[]> {
  const text = await readIfPresent(history);
  if (text === undefined) return [];
  try {
    return (JSON.parse(text.toString()) as { releases: HistoryEntry[] }).releases;
  } catch (cause) {
    throw new Problem('release_not_installed', `${history} cannot be read as JSON`, {
      hints: [`Restore ${history} from a copy, or delete it: the history of updates begins again.`],
      cause,
    });
  }
}

/** Adds an entry, unless a crash came after it was added; on disk when it resolves. */
export async function addToHistory(
  installation: Installation,
  entry: Omit<HistoryEntry, 'at'>,
): Promise<void> {
  const before = await readHistory(installation);
  const { at: _, ...last } = before.at(-1) ?? { at: '' };
  if (isDeepStrictEqual(last, entry)) return;
  const releases = [...before, { at: new Date().toISOString(), ...entry }];
  const text = JSON.stringify({ releases: releases.slice(-maxEntries) }, null, 2);
  await writeAtomically(installation.history, `${text}\n`);
}

/** Returns the version that was updated to this one; undefined for the first of an installation. */
export function versionBefore(history: readonly HistoryEntry[], version: string): string | undefined {
  const update = history.findLast((entry) => entry.action === 'update' && entry.version === version);
  return update?.from;
}
