import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../remove-folder.js';
import { startBuiltService } from './built-service.js';
import { type Load, median, postLoad, table } from './measure.js';
import { oneTask } from './runs.js';

const rounds = 3;
const seconds = 4;

/** Computes for about four milliseconds. */
const longTask = oneTask
  .replace('one-task', 'long-task')
  .replace('"Hello, " + .name', '[range(20000)] | map(. * 2) | add');

/** Measures short runs of 10 callers alone, and beside 4 callers of a flow whose expression takes milliseconds. */
export async function bench(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const config = join(directory, 'config');
  mkdirSync(config);
  writeFileSync(join(config, 'one-task.yaml'), oneTask);
  writeFileSync(join(config, 'long-task.yaml'), longTask);
  const svc = await startBuiltService(config);
  const load = (flow: string): Load => ({
    url: `${svc.url}/api/v1/live/flows/${flow}/runs`,
    headers: { 'content-type': 'application/json', 'x-api-key': svc.apiKey },
    body: JSON.stringify({ name: 'Ada' }),
  });
  const short = (duration = seconds) => postLoad(load('one-task'), 10, duration);
  const long = (duration = seconds) => postLoad(load('long-task'), 4, duration);
  try {
    await short(2);
    await long(2);
    const rows: (string | number)[][] = [];
    const ratios: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const alone = await short();
      const longAlone = await long();
      const [beside, longBeside] = await Promise.all([short(), long()]);
      ratios.push(beside.perSecond / alone.perSecond);
      rows.push([
        round,
        ...[alone, beside].flatMap(({ perSecond, p99Ms }) => [Math.round(perSecond), p99Ms]),
        ...[longAlone, longBeside].map(({ perSecond }) => Math.round(perSecond)),
      ]);
    }
    const columns = ['round', 'short alone /s', 'p99 ms', 'short beside /s', 'p99 ms', 'long alone /s'];
    table([...columns, 'long beside /s'], rows);
    console.log(`\nShort runs beside long ones: ${median(ratios).toFixed(2)} of those alone.`);
  } finally {
    svc.child.kill();
    removeFolder(directory);
  }
}
