import { mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { removeFolder } from '../../remove-folder.js';
import type { Stretch } from './stretch.js';

/** Watches the event loop of a service that is started with its variables. */
export class LoopMonitor {
  private constructor(private readonly directory: string) {}

  static async open(): Promise<LoopMonitor> {
    const directory = mkdtempSync(join(tmpdir(), 'svc-loop-'));
    await build({
      entryPoints: [fileURLToPath(new URL('./monitor.ts', import.meta.url))],
      outfile: join(directory, 'monitor.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
    });
    return new LoopMonitor(directory);
  }

  /** Variables of the service that is watched. */
  get env(): NodeJS.ProcessEnv {
    const program = pathToFileURL(join(this.directory, 'monitor.mjs'));
    return { NODE_OPTIONS: `--import ${program}`, LOOP_MONITOR_SOCKET: this.#socket };
  }

  /** Returns the longest stretches of the event loop since the last call, the longest one first. */
  async take(): Promise<Stretch[]> {
    const sent = request({ socketPath: this.#socket, path: '/' });
    const answer = new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      sent.once('response', resolve).once('error', reject);
    });
    sent.end();
    return JSON.parse(await text(await answer)) as Stretch[];
  }

  close(): void {
    removeFolder(this.directory);
  }

  get #socket(): string {
    return join(this.directory, 'socket');
  }
}
