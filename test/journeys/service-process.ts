import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { patience } from '../eventually.js';
import { type CommandLine, program } from '../program.js';
import { removeFolder } from '../remove-folder.js';

/** A process of `svc` for a folder, as a user runs it. */
export class ServiceProcess {
  readonly directory = mkdtempSync(join(tmpdir(), 'svc-journey-'));
  url = '';
  apiKey = '';
  #child: ChildProcess | undefined;
  #output = '';

  /** @param env variables besides the path and the home folder */
  constructor(
    private readonly commandLine: CommandLine = program,
    private readonly env: NodeJS.ProcessEnv = {},
  ) {}

  /** Output of the running process, or of the last one. */
  get output(): string {
    return this.#output;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The exit code of the last process; null while it runs, and after a signal. */
  get exitCode(): number | null {
    return this.#child?.exitCode ?? null;
  }

  /** True while the process runs, ready or not. */
  get isRunning(): boolean {
    const child = this.#child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  file(...names: string[]): string {
    return join(this.directory, ...names);
  }

  /** Starts `svc serve` and resolves when it is ready. @param ms the longest time until then */
  async start(ms = patience): Promise<void> {
    const [command, ...args] = this.commandLine;
    rmSync(this.file('.svc', 'server.json'), { force: true });
    this.#output = '';
    const child = spawn(command, [...args, 'serve', '--dir', this.directory, '--port', '0'], {
      env: this.#env(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // A test that is cut off leaves no process behind.
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    child.stdout?.on('data', (chunk) => (this.#output += chunk));
    child.stderr?.on('data', (chunk) => (this.#output += chunk));
    this.#child = child;
    // The file may be incomplete while it is being written.
    await this.#until(() => {
      this.url = JSON.parse(readFileSync(this.file('.svc', 'server.json'), 'utf8')).url;
      return true;
    }, ms);
    const admin = this.file('.svc', 'initial-admin.json');
    if (existsSync(admin)) this.apiKey = JSON.parse(readFileSync(admin, 'utf8')).apiKey;
    await this.#until(async () => (await fetch(`${this.url}/readyz`)).ok);
  }

  /** Kills the process with `kill -9`. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Sends a signal, and does not wait. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async dispose(): Promise<void> {
    await this.kill();
    removeFolder(this.directory);
  }

  request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'x-api-key': this.apiKey, 'content-type': 'application/json', ...init.headers };
    return fetch(`${this.url}${path}`, { ...init, headers });
  }

  /** Runs `svc` in the folder. Never throws for an exit code. */
  cli(args: readonly string[], input?: string) {
    const [command, ...rest] = this.commandLine;
    return execa(command, [...rest, ...args], {
      cwd: this.directory,
      env: this.#env(),
      extendEnv: false,
      reject: false,
      ...(input === undefined ? {} : { input }),
    });
  }

  git(...args: string[]) {
    return execa('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: this.directory,
    });
  }

  #env(): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: this.directory,
      XDG_CONFIG_HOME: join(this.directory, '.svc', 'xdg'),
      ...this.env,
    };
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || !this.isRunning) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  async #until(condition: () => boolean | Promise<boolean>, ms = patience): Promise<void> {
    const deadline = Date.now() + ms;
    for (;;) {
      const holds = Promise.resolve().then(condition);
      if (await holds.catch(() => false)) return;
      if (!this.isRunning || Date.now() > deadline)
        throw new Error(`svc serve did not start in time:\n${this.#output}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
