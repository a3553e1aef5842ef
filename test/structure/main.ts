import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Figure } from './figures/figure.js';
import { measure } from './measure.js';

/**
 * `npm run structure` prints each figure of the source tree, and the places behind those beyond a limit; it exits with 1 when
 * there is one. `-- --all` prints every place, `-- controller/runs` those in a folder only.
 */
const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean' } },
  allowPositionals: true,
});
const shownAtMost = 20;

const figures = await measure(fileURLToPath(new URL('../../', import.meta.url)));
const beyond = figures.filter(({ value, limit }) => limit !== undefined && value > limit);
for (const figure of figures) {
  const { name, value, limit } = figure;
  const verdict = beyond.includes(figure) ? '  beyond' : '';
  console.log(`${name.padEnd(42)}${String(value).padStart(8)}${String(limit ?? '').padStart(8)}${verdict}`);
}
for (const figure of values.all ? figures : beyond) printOffenders(figure);
process.exitCode = beyond.length > 0 ? 1 : 0;

function printOffenders({ name, offenders }: Figure): void {
  const asked = offenders.filter(
    (line) => positionals.length === 0 || positionals.some((folder) => line.startsWith(folder)),
  );
  if (asked.length === 0) return;
  console.log(`\n${name}:`);
  const shown = values.all ? asked : asked.slice(0, shownAtMost);
  for (const line of shown) console.log(`  ${line}`);
  if (shown.length < asked.length) console.log(`  and ${asked.length - shown.length} more: \`-- --all\``);
}
