import { basename, dirname } from 'node:path';
import { parameterWords, shellWord } from '../../api/operations/example-calls.js';
import { exampleOf } from '../../api/operations/example-value.js';
import type { EntityRecord, Snapshot } from '../../controller/catalog/contract.js';
import type { FlowPlan } from '../../controller/flows/contract.js';
import { Problem } from '../../controller/problems/index.js';
import type { JsonSchema } from '../../schemas/json.js';
import { findInstallation } from '../client/installation.js';
import type { Io } from '../command.js';
import { paletteFor } from '../output/palette.js';
import { printable } from '../output/printable.js';
import type { Service } from './start-service.js';

const patienceMs = 10_000;

/** Tells on the terminal what has started: address, production branch, what is in service, the key, what to try next. */
export async function printStartBlock(io: Io, { url, controller }: Service): Promise<void> {
  const { bold, dim, green } = paletteFor(io.stderr, io.env);
  const { settings, branches, firstAdmin, version } = controller;
  const line = (label: string, text: string) => io.stderr.write(`  ${dim(label.padEnd(12))}${text}\n`);
  const snapshot = await firstSnapshot(controller);
  io.stderr.write(`\n${green('●')} ${bold(`svc ${version}`)} is running at ${bold(url)}\n\n`);
  const revision = typeof snapshot === 'string' ? '' : ` at ${snapshot.revision.slice(0, 8)}`;
  line('production', `${printable(branches.production)}${revision}`);
  line('entities', typeof snapshot === 'string' ? snapshot : countsOf(snapshot));
  if (settings.LocalOverlay.Enabled && settings.LocalOverlay.Directory !== undefined) {
    line(
      'local',
      `${printable(settings.LocalOverlay.Directory)}: an edit shows on the branch local at once,`,
    );
    line('', `on ${printable(branches.production)} after the commit`);
  }
  line('data', printable(settings.DataDirectory));
  if (firstAdmin) {
    line('admin key', bold(firstAdmin.apiKey));
    line('', dim('shown this once; it and the password are in initial-admin.json in the data directory'));
  } else line('admin key', 'in initial-admin.json in the data directory, unless you removed it');
  line('try', bold(nextCommand(io, snapshot, settings.DataDirectory, url)));
  io.stderr.write('\n');
}

/** The production branch as first read, or in words why it is not there. */
async function firstSnapshot({ reconciler, branches }: Service['controller']): Promise<Snapshot | string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('still being read'), patienceMs);
  });
  try {
    return await Promise.race([reconciler.current(branches.production), late]);
  } catch (error) {
    return error instanceof Problem ? `not read yet: ${printable(error.message)}` : 'not read yet';
  } finally {
    clearTimeout(timer);
  }
}

function countsOf(snapshot: Snapshot): string {
  const kinds = [
    ['flow', 'flows'],
    ['environment', 'environments'],
    ['connection', 'connections'],
  ] as const;
  const counts = kinds.map(([one, many]) => {
    const count = snapshot.list(one).length;
    return `${count} ${count === 1 ? one : many}`;
  });
  const { invalid } = snapshot.counts;
  return counts.join(', ') + (invalid > 0 ? `, ${invalid} invalid: see svc validate` : '');
}

/** A run of a flow that needs nothing, else of one with parameters that show what it needs. */
function nextCommand(io: Io, snapshot: Snapshot | string, dataDirectory: string, url: string): string {
  const flows = typeof snapshot === 'string' ? [] : snapshot.list('flow');
  const flow = flows.find((one) => requiredOf(one).length === 0) ?? flows[0];
  if (flow === undefined) return 'svc --help';
  const isFound = nearestDataDirectory(io) === dataDirectory;
  const folder = basename(dataDirectory) === '.svc' ? dirname(dataDirectory) : undefined;
  const place = isFound ? [] : [folder === undefined ? `--server ${url}` : `--dir ${shellWord(folder)}`];
  const words = requiredOf(flow).length === 0 ? [] : parameterWords(exampleOf(inputOf(flow)));
  return ['svc run-flow', flow.name, ...words, ...place].join(' ');
}

/** Of the installation that commands find from here by themselves. */
function nearestDataDirectory(io: Io): string | undefined {
  try {
    return findInstallation(io, undefined)?.settings.DataDirectory;
  } catch {
    return undefined;
  }
}

function inputOf({ compiled }: EntityRecord): JsonSchema {
  return (compiled as FlowPlan).inputSchema ?? true;
}

function requiredOf(flow: EntityRecord): readonly unknown[] {
  const schema = inputOf(flow);
  const required = typeof schema === 'boolean' ? [] : schema['required'];
  return Array.isArray(required) ? required : [];
}
