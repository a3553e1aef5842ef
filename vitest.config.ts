import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Resolves the library as Node does: two copies of it would not accept each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    // Stops a test that hangs. Speed is measured by the benchmarks, because the machine that runs tests may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Tests wait for disks, processes and sockets more than they compute.
    maxWorkers: '100%',
    coverage: {
      include: ['api/**/*.ts', 'cli/**/*.ts', 'controller/**/*.ts', 'schemas/**/*.ts'],
      exclude: ['schemas/generate.ts', 'schemas/generated/**', 'cli/build/**'],
      reporter: ['text-summary', 'html', 'json-summary'],
    },
  },
});
