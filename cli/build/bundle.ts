import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lateFiles, lateModules, latePackages } from './late-modules.js';
import { makeOneFile } from './one-file.js';
import { connectorPackages, servicePackages } from './packages/external-packages.js';
import { getPackages } from './packages/packages-of.js';
import { sampleConnection, sampleFlow } from './samples.js';
import { makeThreadFile } from './thread-file.js';

// The end of `npm run build`: makes one file each of `svc validate`, of all commands and of each thread, and has V8 compile what a
// run needs.

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const launcher = join(dist, 'cli', 'launch.cjs');

/** Programs of threads and processes, which the service names by their paths. */
const threads = [
  'controller/connectors/sql/sqlite/process.js',
  'controller/concurrency/computing-thread.js',
  'controller/expressions/expression-computation.js',
  'controller/json-schema/argument-computation.js',
  'controller/json-schema/schema-computation.js',
  'controller/kinds/template/template-computation.js',
  'controller/writes/merging/merge-computation.js',
  'controller/sandbox/script-thread.js',
  'controller/start/analysis-thread.js',
];

// `tsx` runs sources only.
const external = [...connectorPackages, ...servicePackages, 'tsx'];
const modules = [
  await makeOneFile({
    dist,
    entry: './main-validate.js',
    outfile: 'validate.cjs',
    shortNames: true,
    // Checking files never opens a connection.
    external: [...connectorPackages, '@modelcontextprotocol/sdk', 'undici'],
    plugins: [lateModules({ folder: dist, files: lateFiles, packages: latePackages })],
  }),
  await makeOneFile({ dist, entry: './main-all.js', outfile: 'all.cjs', external }),
];
for (const entry of threads) modules.push(await makeThreadFile({ dist, entry, external }));
// A release lists the packages whose code is in these files, with their licences; so does the package of `svc validate` alone.
const [validate = []] = modules;
const bundled = { all: getPackages(modules.flat()), validate: getPackages(validate) };
writeFileSync(join(dist, 'cli', 'bundled-packages.json'), JSON.stringify(bundled));

const samples = mkdtempSync(join(tmpdir(), 'svc-build-'));
try {
  writeFileSync(join(samples, 'flow.yaml'), sampleFlow);
  writeFileSync(join(samples, 'connection.yaml'), sampleConnection);
  const env = { ...process.env, SVC_WRITE_CODE_CACHE: '1' };
  execFileSync(process.execPath, [launcher, 'validate', samples], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await startAndStop(samples, env);
} finally {
  rmSync(samples, { recursive: true });
}

/** Starts the service and stops it when it is ready: V8's code of a start is then in the cache. */
async function startAndStop(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const args = [launcher, 'serve', '--dir', folder, '--port', '0'];
  const service = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const ended = once(service, 'exit');
  const ready = join(folder, '.svc', 'server.json');
  while (!existsSync(ready) && service.exitCode === null) await delay(20);
  service.kill('SIGTERM');
  await ended;
  if (!existsSync(join(dist, 'cli', 'all.cjs.cache')))
    throw new Error('The service did not write the code of its start');
}
