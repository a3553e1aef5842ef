import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

class OrderByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
  }
}

/** Runs the planted files in one process, one after the other. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.planted.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    unstubEnvs: true,
    runner: '../guarded-runner.ts',
    sequence: { sequencer: OrderByName },
  },
});
