import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { ReleaseRepository } from '../../cli/release/release-repository.js';
import { eventually } from '../../eventually.js';
import { built } from '../../program.js';
import { removeFolder } from '../../remove-folder.js';
import { Supervisor } from './supervisor.js';

const changeProcess = fileURLToPath(new URL('./change-process.ts', import.meta.url));

export const older = '1.0.0';
export const newer = '1.1.0';
export type Action = 'fetch' | 'update' | 'rollback';

export interface Outcome {
  exitCode: number | null;
  output: string;
  /** Milliseconds from the beginning of the work. */
  took: number;
}

/** An installation with two releases to change between, with or without a service. */
export class Installed {
  readonly dir = mkdtempSync(join(tmpdir(), 'svc-updates-'));
  readonly #repository = new ReleaseRepository(mkdtempSync(join(tmpdir(), 'svc-releases-')));
  readonly #supervisor = new Supervisor(this.dir);
  #address = '';

  constructor(readonly hasService: boolean) {}

  /** Installs the older release, and starts its service. */
  async prepare(): Promise<void> {
    const ballast = 2_000_000;
    await this.#repository.publish([
      { version: older, ballast },
      { version: newer, ballast, databaseVersion: '0002-second' },
    ]);
    mkdirSync(join(this.dir, 'tuf'));
    writeFileSync(join(this.dir, 'tuf', 'root.json'), this.#repository.root());
    this.#address = await this.#supervisor.listen();
    const words = ['fetch', '--version', older];
    const { exitCode, output } = await this.#finished(this.#svc(words));
    if (exitCode !== 0) throw new Error(output);
    if (!this.hasService) return;
    this.#supervisor.start();
    await eventually(() => this.readyVersion());
  }

  /** Runs a command. @param killAfter milliseconds from the beginning of the work; undefined for to its end */
  async run(action: Action, killAfter?: number): Promise<Outcome> {
    const isSupervised = this.hasService && action !== 'fetch';
    const child = isSupervised ? this.#change(action) : this.#svc([action]);
    const begin = isSupervised ? eventually(() => getOutput(child).includes('begin')) : Promise.resolve();
    await Promise.race([begin, ended(child)]);
    const timer =
      killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), Math.max(killAfter, 0));
    const outcome = await this.#finished(child);
    clearTimeout(timer);
    return outcome;
  }

  /** The version that the launcher starts. */
  async version(): Promise<string> {
    const { stdout, stderr } = await execa(join(this.dir, 'bin', 'svc'), ['--version'], { reject: false });
    return stdout || stderr;
  }

  /** The version of the service that is ready; undefined without one. */
  async readyVersion(): Promise<string | undefined> {
    try {
      const { url } = JSON.parse(readFileSync(join(this.#supervisor.data, 'server.json'), 'utf8'));
      return ((await (await fetch(`${url}/readyz`)).json()) as { version: string }).version;
    } catch {
      return undefined;
    }
  }

  get isMidway(): boolean {
    return existsSync(join(this.dir, 'update.json'));
  }

  /** Removes the newer release, so that it is fetched again. */
  forgetNewer(): void {
    removeFolder(join(this.dir, 'releases', newer));
  }

  async dispose(): Promise<void> {
    await this.#supervisor.dispose();
    removeFolder(this.dir);
    removeFolder(join(this.#repository.folder, '..'));
  }

  #svc([action = '', ...more]: readonly string[]): ChildProcess {
    const [node, main = ''] = built;
    const url = action === 'rollback' ? [] : ['--url', this.#repository.address];
    return started(node, [main, 'app', action, '--dir', this.dir, ...url, ...more]);
  }

  #change(action: Action): ChildProcess {
    const words = [action, this.dir, this.#repository.address, this.#address];
    return started(process.execPath, ['--import', import.meta.resolve('tsx'), changeProcess, ...words]);
  }

  async #finished(child: ChildProcess): Promise<Outcome> {
    const begin = performance.now();
    await ended(child);
    return { exitCode: child.exitCode, output: getOutput(child), took: performance.now() - begin };
  }
}

const outputs = new WeakMap<ChildProcess, string>();

function getOutput(child: ChildProcess): string {
  return outputs.get(child) ?? '';
}

function started(program: string, args: readonly string[]): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const add = (chunk: Buffer) => void outputs.set(child, getOutput(child) + chunk.toString());
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  return child;
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('close', () => resolve()));
}
