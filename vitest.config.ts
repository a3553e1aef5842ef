import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { orderBySeed } from './test/file-order.js';

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.test.ts') && !name.includes('/node_modules/'));

/**
 * Files that need a process of their own: a replaced module would reach other files, and so would the transport that the
 * library of NATS keeps for all of a process, and what s3rver replaces in Node's module of files. Files that load others as
 * suites find none in those that were loaded before, and those that make databases remove them at their end. Timers of other
 * files would count among replaced ones. A file that runs others on Node 24 would keep its process from its other files for a
 * minute.
 */
const reachesOthers =
  /\bvi\.(?:do)?mock\(|@nats-io\/transport-node|s3rver|file-servers\.js|import\('.*\.test\.js'\)|\bnewDatabase\b|\buseFakeTimers\b|\bnode24\(/i;
const sharing =
  /^test\/(?:controller|api|schemas|cli\/(?:commands|client|completion|output|validate|init))\//;
const shared = files.filter((name) => sharing.test(name) && !reachesOthers.test(readFileSync(name, 'utf8')));

/** Decides the order of the files. Without it, those that took longest come first. */
const seed = process.env['SVC_TEST_SEED'];

export default defineConfig({
  // Resolves the library as Node does: two copies of it would not accept each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    // Stops a test that hangs. Speed is measured by the benchmarks, because the machine that runs tests may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Tests wait for disks, processes and sockets more than they compute. Three workers on two cores end no sooner.
    maxWorkers: '100%',
    unstubEnvs: true,
    globalSetup: ['test/generated-sources.ts', 'test/scratch.ts'],
    sequence: seed ? { sequencer: orderBySeed(seed) } : {},
    projects: [
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['test/**/*.test.ts'],
          exclude: [...shared, '**/node_modules/**'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // Loading the modules of svc again for each file would take longer than the tests of most files.
        test: {
          name: 'shared',
          include: shared,
          isolate: false,
          runner: 'test/process-guard/guarded-runner.ts',
          sequence: { groupOrder: 1 },
        },
      },
    ],
    coverage: {
      include: ['api/**/*.ts', 'cli/**/*.ts', 'controller/**/*.ts', 'schemas/**/*.ts'],
      exclude: ['schemas/{generate,generation}.ts', 'schemas/generated/**', 'cli/build/**'],
      reporter: ['text-summary', 'html', 'json-summary'],
    },
  },
});
