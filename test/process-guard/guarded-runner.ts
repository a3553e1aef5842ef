import { once } from 'node:events';
import { relative } from 'node:path';
import { Worker } from 'node:worker_threads';
// Makes the global dispatcher.
import 'undici';
import { type RunnerTestFile, type RunnerTestSuite, TestRunner, vi } from 'vitest';
import { watchEnvironmentObject, watchVariables } from './state/environment.js';
import { watchListeners } from './state/listeners.js';
import { watchReplacedModules, watchRequiredModules } from './state/modules.js';
import { watchObjects } from './state/objects.js';
import { watchSettings } from './state/settings.js';
import { watchFakeTimers, watchTimers } from './state/timers.js';
import type { Leak, Watch } from './state/watch.js';

/** The watches, in the order of putting back: stubs can be undone only in the environment that they were made in. */
const beginWatches = [
  watchEnvironmentObject,
  watchFakeTimers,
  watchVariables,
  watchSettings,
  watchListeners,
  watchTimers,
  watchObjects,
  watchReplacedModules,
  watchRequiredModules,
];

const startTimer = setTimeout;

// With the first thread, Node replaces `process.chdir`.
await once(new Worker('', { eval: true, execArgv: [] }), 'exit');

/**
 * Runs files of tests that share a process. After each file, when its own hooks have ended, the runner compares what belongs
 * to the process with what was there before the file was loaded. A file that left a change fails, by name, and the change is
 * undone: the files after it meet the process as it was.
 */
export default class GuardedRunner extends TestRunner {
  #watches: Watch[] = [];

  onBeforeCollect(): void {
    this.#watches = beginWatches.map((begin) => begin());
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onBeforeRunSuite(suite);
    // A file that cannot be loaded, or whose tests are all skipped, does nothing more.
    if (isFile(suite) && (suite.result?.state === 'fail' || suite.mode === 'skip' || suite.mode === 'todo'))
      await this.#failOnLeaks(suite);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (isFile(suite)) await this.#failOnLeaks(suite);
  }

  async #failOnLeaks(file: RunnerTestFile): Promise<void> {
    // Vitest does so too, but later.
    vi.restoreAllMocks();
    const texts = await this.#undoLeaks();
    if (texts.length === 0) return;
    const name = relative(this.config.root, file.filepath);
    const message = [
      `${name} left changes in its process, which other files share:`,
      ...texts.map((text) => `  ${text}`),
      'Undo them in the file: with `onTestFinished`, `afterEach` or `afterAll`, or use `vi.stubEnv`.',
    ].join('\n');
    const errors = [...(file.result?.errors ?? []), { name: 'Error', message, stack: message, stacks: [] }];
    file.result = { ...file.result, state: 'fail', errors };
  }

  /** Puts back what was changed. @returns what that was */
  async #undoLeaks(): Promise<string[]> {
    const texts: string[] = [];
    for (const watch of this.#watches) {
      for (const leak of await findLasting(watch)) {
        texts.push(leak.text);
        try {
          leak.restore();
        } catch (error) {
          texts.push(`which cannot be put back: ${error}`);
        }
      }
      watch.end?.();
    }
    this.#watches = [];
    return texts;
  }
}

/**
 * Finds leaks that do not end by themselves within two seconds: a listener goes with its stream, a timer with its socket. Counts
 * pauses, because the file may have replaced the clock.
 */
async function findLasting(watch: Watch): Promise<Leak[]> {
  for (let pause = 1; watch.mayEnd && pause <= 1024 && watch.findLeaks().length > 0; pause *= 2)
    await new Promise((resolve) => startTimer(resolve, pause));
  return watch.findLeaks();
}

function isFile(suite: RunnerTestSuite): suite is RunnerTestFile {
  return 'filepath' in suite;
}
