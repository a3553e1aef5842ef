import { defineConfig } from 'vitest/config';

export default defineConfig({
  // As Node itself resolves it: two copies of the library know nothing of each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // A test waits for disks, processes and sockets more than it computes.
    maxWorkers: '100%',
  },
});
