import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../remove-folder.js';
import { startChild } from './child.js';
import { median, table } from './measure.js';

const sizes = [1_000, 10_000, 100_000];
const rounds = 40;

/**
 * Measures the time from a stored secret until the ten entities that need it are known as runnable, among 1,000 to 100,000 that
 * are not. `SVC_BENCH_SIZES=1000,10000` selects sizes.
 */
export async function bench(): Promise<void> {
  const asked = process.env['SVC_BENCH_SIZES']?.split(',').map(Number);
  const figures: { count: number; ms: number; longest: number }[] = [];
  for (const count of sizes) {
    if (asked && !asked.includes(count)) continue;
    const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
    try {
      const args = [join(folder, 'data'), String(count), String(rounds)];
      const { message } = await startChild<number[]>('runnable-child.ts', args);
      figures.push({ count, ms: median(message), longest: Math.max(...message) });
    } finally {
      removeFolder(folder);
    }
  }
  const [smallest] = figures;
  table(
    ['entities', 'ms after a new secret', 'longest', `to ${smallest?.count}`],
    figures.map(({ count, ms, longest }) => [
      count,
      ms.toFixed(2),
      longest.toFixed(1),
      (ms / (smallest?.ms ?? ms)).toFixed(2),
    ]),
  );
}
