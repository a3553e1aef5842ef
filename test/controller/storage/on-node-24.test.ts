import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect } from 'vitest';
import { node24, testWith } from '../../tools/tool.js';

const node = node24();
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Tests of the database, which is another engine there. Those of PostgreSQL are among them. */
const files = [
  'test/controller/storage/contract.test.ts',
  'test/controller/storage/damage.test.ts',
  'test/controller/storage/many-rows.test.ts',
  'test/controller/storage/storage.test.ts',
  'test/controller/runs/journal/run-retention.test.ts',
  'test/controller/start/retention.test.ts',
  'test/api/operations/backups/backups.test.ts',
  'test/api/operations/backups/broken-restore.test.ts',
  'test/api/operations/backups/many-runs.test.ts',
  'test/cli/commands/migrate.test.ts',
  'test/cli/commands/migrate-many-runs.test.ts',
];

testWith(node)(
  'on Node 24, tests of storage, backups, restores, retention and moves pass',
  async () => {
    const line = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', ...files];
    // The variables of this process belong to its own runner.
    const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS)/.test(name));
    const env = Object.fromEntries(inherited);
    const { exitCode, all } = await execa(node.file, line, {
      cwd: root,
      env,
      extendEnv: false,
      reject: false,
      all: true,
    });
    expect(exitCode, all).toBe(0);
    expect(all).toMatch(new RegExp(`Test Files.*${files.length} passed`));
  },
  // All of them take a minute where a machine has nothing else to do.
  600_000,
);
