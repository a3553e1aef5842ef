import type { Snapshot } from '../../controller/catalog/contract.js';
import { Problem } from '../../controller/problems/index.js';
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
  line('try', bold(nextCommand(io, snapshot, settings.DataDirectory)));
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

function nextCommand(io: Io, snapshot: Snapshot | string, dataDirectory: string): string {
  const flow = typeof snapshot === 'string' ? undefined : snapshot.list('flow')[0]?.name;
  if (flow === undefined) return 'svc --help';
  const isHere = dataDirectory.startsWith(io.cwd);
  const place = isHere ? '' : ` --dir ${dataDirectory.replace(/[/\\]\.svc$/, '')}`;
  return `svc run-flow ${flow}${place}`;
}
