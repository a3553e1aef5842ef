import { cpSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Runs from `dist` after `tsc`: copies schemas and validators, which the compiler ignores, so that the built package reads
// them from beside its code, as the sources do.

const here = new URL('./', import.meta.url);
const sources = new URL('../../schemas/', here);

for (const folder of ['./', './generated/']) {
  for (const file of readdirSync(new URL(folder, sources))) {
    if (!file.endsWith('.schema.json') && !file.endsWith('.cjs')) continue;
    cpSync(fileURLToPath(new URL(folder + file, sources)), fileURLToPath(new URL(folder + file, here)));
  }
}
