import { defineConfig } from 'vitest/config';

export default defineConfig({
  // As Node itself resolves it: two copies of the library know nothing of each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    // For what hangs. Whether something is fast enough is for the benchmarks to say: the machine may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // A test waits for disks, processes and sockets more than it computes.
    maxWorkers: '100%',
  },
});
