import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { countFiles } from './count-files.js';
import { ExecutedFiles } from './executed-files.js';
import { FollowedService } from './followed-service.js';
import { files, journeys } from './journeys.js';

/**
 * `npm run journeys:files` counts the source files that each journey executes on a warm call. `-- --list` prints the files too,
 * `-- --json` prints everything as JSON.
 */
const { values: options } = parseArgs({ options: { list: { type: 'boolean' }, json: { type: 'boolean' } } });

const executed = new ExecutedFiles();
await executed.start();
const service = await FollowedService.start(files);
const results: { name: string; count: number; files: string[] }[] = [];
try {
  for (const journey of journeys) {
    const found = await countFiles(journey, service, executed);
    results.push({ name: journey.name, count: found.length, files: found });
  }
} finally {
  await service.stop();
}

if (options.json) console.log(JSON.stringify(results, undefined, 2));
else for (const result of results) print(result);
// Timers of the service are left.
process.exit();

function print({ name, count, files }: (typeof results)[number]): void {
  console.log(`${name.padEnd(20)}${String(count).padStart(5)} files`);
  if (!options.list) return;
  for (const [folder, names] of byFolder(files)) {
    console.log(`  ${folder}/`);
    for (const file of names) console.log(`    ${file}`);
  }
}

function byFolder(files: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const file of files) {
    const folder = dirname(file);
    folders.set(folder, [...(folders.get(folder) ?? []), basename(file)]);
  }
  return folders;
}
