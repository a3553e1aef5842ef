import { basename, dirname } from 'node:path';
import { parameterWords, shellWord } from '../../api/operations/flows/example-calls.js';
import { getExample } from '../../api/operations/shared/example-value.js';
import type { EntityRecord, Snapshot } from '../../controller/catalog/index.js';
import type { FlowPlan } from '../../controller/flows/index.js';
import { findFolderRepository, hasReftable } from '../../controller/folders/repository.js';
import { emptyTree } from '../../controller/git/objects/commit-object.js';
import { headBranch } from '../../controller/git/refs/refs.js';
import { Problem } from '../../controller/problems/index.js';
import { LOCAL } from '../../controller/sources/index.js';
import type { StartedController } from '../../controller/start/controller.js';
import { getLocation } from '../../controller/storage/contract/database-location.js';
import type { JsonSchema } from '../../schemas/json/types.js';
import type { Io } from '../contract/io.js';
import { paletteFor } from './terminal/palette.js';
import { printable } from './terminal/printable.js';
import { distanceText } from './time-text.js';

const maxWaitMs = 10_000;
const shownTriggers = 5;

interface Started {
  url: string;
  controller: StartedController;
  /** True when commands in the working directory find this service without an option. */
  isFoundFromHere: boolean;
}

/** Prints the address, the production branch, its entities, the key, and a command to try. */
export async function printStartBlock(io: Io, started: Started): Promise<void> {
  const { url, controller } = started;
  const { bold, dim, green } = paletteFor(io.stderr, io.env);
  const { settings, branches, firstAdmin, version } = controller;
  const line = (label: string, text: string) => io.stderr.write(`  ${dim(label.padEnd(12))}${text}\n`);
  const snapshot = await firstSnapshot(controller, branches.production);
  io.stderr.write(`\n${green('●')} ${bold(`svc ${version}`)} is running at ${bold(url)}\n\n`);
  line('production', `${printable(branches.production)}${getRevision(snapshot)}`);
  line('entities', typeof snapshot === 'string' ? snapshot : getCounts(snapshot));
  if (typeof snapshot !== 'string') await showTriggers(controller, line);
  if (settings.LocalOverlay.Enabled && settings.LocalOverlay.Directory !== undefined) {
    line(
      'local',
      `${printable(settings.LocalOverlay.Directory)}: an edit applies at once on the branch local,`,
    );
    const lands = await describeCommits(settings.LocalOverlay.Directory, settings.Git, branches.production);
    line('', `${lands};`);
    line('', 'svc try <flow> runs one of these files, with the secrets that you allow');
  }
  line('console', `${url}/console, as admin with the password of initial-admin.json`);
  line('data', printable(settings.DataDirectory));
  const { Url: database } = settings.Database;
  if (database !== undefined) line('database', printable(getLocation(database)));
  if (firstAdmin) {
    // Elsewhere the output is kept, by a supervisor or a log collector.
    if (io.stderr.isTTY) line('admin key', bold(firstAdmin.apiKey));
    const where = 'the key and the password are in initial-admin.json in the data directory';
    line(io.stderr.isTTY ? '' : 'admin key', dim(io.stderr.isTTY ? `shown only now; ${where}` : where));
  } else line('admin key', 'in initial-admin.json in the data directory, unless you removed the file');
  line('try', bold(await commandToTry(snapshot, started)));
  io.stderr.write('\n');
}

/** Says where a commit that is made in the folder has an effect. */
async function describeCommits(
  folder: string,
  git: StartedController['settings']['Git'],
  production: string,
): Promise<string> {
  const repository = findFolderRepository(folder);
  const lands = repository?.address === git.Remote ? 'after its commit' : 'once its commit is pushed';
  // Only Git reads the HEAD of this kind.
  if (!repository || hasReftable(repository)) return `and on ${printable(production)} ${lands}`;
  const branch = await headBranch(repository.gitDir);
  if (branch === undefined)
    return `HEAD is detached here, so a commit reaches no branch: git switch ${shellWord(production)} first`;
  if (branch === production) return `and on ${printable(production)} ${lands}`;
  return `and on ${printable(branch)} ${lands}; production is ${printable(production)}`;
}

function getRevision(snapshot: Snapshot | string): string {
  if (typeof snapshot === 'string') return '';
  return snapshot.revision === emptyTree
    ? ', which has no commit yet'
    : ` at ${snapshot.revision.slice(0, 8)}`;
}

/** Shows the first triggers of production: the address of a webhook, the next time of a schedule. */
async function showTriggers(
  { schedules, branches }: StartedController,
  line: (label: string, text: string) => void,
): Promise<void> {
  const page = { limit: shownTriggers, isVisible: () => true };
  const shown = await schedules.list(branches.production, page).catch(() => undefined);
  for (const [index, { name, kind, state, address, next }] of (shown?.items ?? []).entries()) {
    const [first] = next;
    const when = address ?? (first === undefined ? kind : `next ${distanceText(first)}, ${first}`);
    const words = [name, state === 'active' ? when : state];
    line(index === 0 ? 'triggers' : '', printable(words.join('  ')));
  }
  if (shown?.hasMore) line('', 'and more: svc triggers list');
}

/** Resolves with the first snapshot of a branch, or with the reason why there is none yet. */
async function firstSnapshot({ reconciler }: StartedController, branch: string): Promise<Snapshot | string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('still being read'), maxWaitMs);
  });
  try {
    return await Promise.race([reconciler.current(branch), late]);
  } catch (error) {
    return error instanceof Problem ? `not read yet: ${printable(error.message)}` : 'not read yet';
  } finally {
    clearTimeout(timer);
  }
}

/** Invalid entities and files that the block names. */
const maxInvalid = 3;

function getCounts(snapshot: Snapshot): string {
  const counts = ['flow', 'environment', 'connection'].map((kind) => {
    const count = snapshot.list(kind).length;
    return `${count} ${kind}${count === 1 ? '' : 's'}`;
  });
  const { invalid } = snapshot.counts;
  if (invalid === 0) return counts.join(', ');
  const entities = snapshot.unready(maxInvalid).map(({ kind, name }) => `${kind} ${name}`);
  const named = [...entities, ...snapshot.unreadyFiles(maxInvalid - entities.length)].map(printable);
  const rest = invalid > named.length ? `, ${invalid - named.length} more` : '';
  return `${counts.join(', ')}; not ready: ${named.join(', ')}${rest} (svc validate says why)`;
}

/**
 * Prefers a flow without required parameters; for another flow the command shows example values. A branch without a flow has one in
 * the folder perhaps, which is not committed yet.
 */
async function commandToTry(
  snapshot: Snapshot | string,
  { url, controller, isFoundFromHere }: Started,
): Promise<string> {
  const { DataDirectory, LocalOverlay } = controller.settings;
  const local = LocalOverlay.Enabled ? LocalOverlay.Directory : undefined;
  const committed = listFlows(snapshot);
  const isEmpty = committed.length === 0 && local !== undefined;
  const flows = isEmpty ? listFlows(await firstSnapshot(controller, LOCAL)) : committed;
  const flow = flows.find((one) => getRequired(one).length === 0) ?? flows[0];
  if (flow === undefined) return local === undefined ? 'svc --help' : `svc init ${shellWord(local)}`;
  const folder = basename(DataDirectory) === '.svc' ? dirname(DataDirectory) : undefined;
  const place = isFoundFromHere
    ? []
    : [folder === undefined ? `--server ${url}` : `--dir ${shellWord(folder)}`];
  const words = getRequired(flow).length === 0 ? [] : parameterWords(getExample(getInput(flow)));
  return ['svc run-flow', flow.name, ...words, ...place].join(' ');
}

function listFlows(snapshot: Snapshot | string): readonly EntityRecord[] {
  return typeof snapshot === 'string' ? [] : snapshot.list('flow');
}

function getInput({ compiled }: EntityRecord): JsonSchema {
  return (compiled as FlowPlan).inputSchema ?? true;
}

function getRequired(flow: EntityRecord): readonly unknown[] {
  const schema = getInput(flow);
  const required = typeof schema === 'boolean' ? [] : schema['required'];
  return Array.isArray(required) ? required : [];
}
