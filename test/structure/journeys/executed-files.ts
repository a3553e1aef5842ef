import { Session } from 'node:inspector/promises';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folders = ['api', 'cli', 'controller', 'schemas'];

/** Reports which source files of the project have executed a function, with V8's precise coverage. */
export class ExecutedFiles {
  readonly #session = new Session();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /**
   * Returns the files in which at least one function was called since the last `take`, relative to the project's root.
   * The top level of a module is no function: loading a file does not count.
   */
  async take(): Promise<Set<string>> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    const files = new Set<string>();
    for (const { url, functions } of result) {
      const file = sourceFile(url);
      if (file === undefined) continue;
      const isCalled = functions.some(({ ranges: [body] }) => body && body.startOffset > 0 && body.count > 0);
      if (isCalled) files.add(file);
    }
    return files;
  }

  async stop(): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }
}

function sourceFile(url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined;
  const file = relative(root, fileURLToPath(url)).replaceAll(sep, '/');
  return folders.some((folder) => file.startsWith(`${folder}/`)) ? file : undefined;
}
