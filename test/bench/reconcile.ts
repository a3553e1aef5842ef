import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../remove-folder.js';
import { startChild } from './child.js';
import { median, table } from './measure.js';
import type { Measured } from './reconcile-child.js';
import { makeRepository } from './reconcile-repository.js';

/** Numbers of entities, each with the number of measured starts. */
const sizes = [
  { count: 100, rounds: 5 },
  { count: 1_000, rounds: 5 },
  { count: 10_000, rounds: 3 },
  { count: 100_000, rounds: 1 },
] as const;
const commits = 40;
const mega = 2 ** 20;

interface Figures {
  count: number;
  bare: number;
  first: number;
  restart: number;
  commit: number;
  heap: number;
  rss: number;
}

/**
 * Measures starts with repositories of 100 to 100,000 entities beside the bare cost of reading, parsing and validating
 * their blobs, and the time until a commit of one file is applied. `SVC_BENCH_SIZES=100,1000` selects sizes.
 */
export async function bench(): Promise<void> {
  const asked = process.env['SVC_BENCH_SIZES']?.split(',').map(Number);
  const figures: Figures[] = [];
  for (const { count, rounds } of sizes) {
    if (!asked || asked.includes(count)) figures.push(await measure(count, rounds));
  }
  table(
    [
      'entities',
      'bare ms',
      'first start ms',
      'restart ms',
      'one file ms',
      'heap MB',
      'KB an entity',
      'RSS MB',
    ],
    figures.map((of) => [
      of.count,
      ...[of.bare, of.first, of.restart].map((ms) => ms.toFixed(0)),
      of.commit.toFixed(1),
      (of.heap / mega).toFixed(0),
      (of.heap / 1_024 / of.count).toFixed(2),
      (of.rss / mega).toFixed(0),
    ]),
  );
  console.log();
  table(['', 'measured', 'aim'], wishes(figures));
}

function wishes(figures: readonly Figures[]): string[][] {
  const at = (count: number) => figures.find((of) => of.count === count);
  const [small, middle, large] = [at(100), at(10_000), at(100_000)];
  const rows: string[][] = [];
  if (middle) {
    rows.push([
      'first start to bare cost, at 10,000',
      (middle.first / middle.bare).toFixed(2),
      'at most 1.5',
    ]);
    rows.push([
      'restart to first start, at 10,000',
      (middle.restart / middle.first).toFixed(2),
      'at most 0.2',
    ]);
  }
  if (large) {
    rows.push(['one file at 100,000, ms in the median', large.commit.toFixed(1), 'less than 50']);
    rows.push(['heap at 100,000, MB', (large.heap / mega).toFixed(0), 'less than 1200']);
    if (small)
      rows.push([
        'one file at 100,000 to one at 100',
        (large.commit / small.commit).toFixed(2),
        'at most 1.5',
      ]);
  }
  return rows;
}

async function measure(count: number, rounds: number): Promise<Figures> {
  const data = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  try {
    await makeRepository(join(data, 'repository.git'), count);
    const bare: number[] = [];
    const first: Measured[] = [];
    const restart: Measured[] = [];
    // Interleaved, so that a change in the machine's speed affects all of them.
    for (let round = 0; round < rounds; round++) {
      bare.push((await child('bare', data, count)).ms);
      forget(data);
      first.push(await child('start', data, count));
      restart.push(await child('start', data, count));
    }
    const warm = await child('start', data, count, commits);
    return {
      count,
      bare: median(bare),
      first: median(first.map(({ ms }) => ms)),
      restart: median(restart.map(({ ms }) => ms)),
      commit: median(warm.commits),
      heap: median(first.map(({ heapBytes }) => heapBytes)),
      rss: median(first.map(({ rssBytes }) => rssBytes)),
    };
  } finally {
    removeFolder(data);
  }
}

/** Removes everything that earlier starts wrote, except the repository. */
function forget(data: string): void {
  for (const name of readdirSync(data)) {
    if (name !== 'repository.git') rmSync(join(data, name), { recursive: true });
  }
}

async function child(mode: 'bare' | 'start', data: string, count: number, made = 0): Promise<Measured> {
  const args = [mode, data, String(count), String(made)];
  const { message } = await startChild<Measured>('reconcile-child.ts', args, ['--expose-gc']);
  return message;
}
