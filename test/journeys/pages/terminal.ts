import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { patience } from '../../eventually.js';
import { program } from '../../program.js';
import { removeFolder } from '../../remove-folder.js';

export interface Outcome {
  exitCode: number;
  /** Both outputs, in their order, as on a terminal. */
  shown: string;
}

/**
 * Opens a terminal until the test ends. Hooks run in reverse order: what the test starts in its folder ends before the folder
 * is removed.
 */
export function openTerminal(): Terminal {
  const terminal = new Terminal();
  onTestFinished(() => terminal.close());
  return terminal;
}

/** A shell of a newcomer: an empty home, the identity for commits, and the program `svc`. It keeps its folder and variables. */
export class Terminal {
  readonly #home = realpathSync(mkdtempSync(join(tmpdir(), 'svc-newcomer-')));
  /** The working folder at first. */
  readonly folder = join(this.#home, 'work');
  readonly #services: ChildProcess[] = [];
  #served = '';
  readonly #state = join(this.#home, 'shell');

  constructor() {
    this.#write('bin/svc', `#!/bin/sh\nexec ${program.map((word) => `'${word}'`).join(' ')} "$@"\n`);
    chmodSync(join(this.#home, 'bin/svc'), 0o755);
    this.setGitConfig('[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n');
    this.#write('shell', `cd '${this.folder}'\n`);
    mkdirSync(this.folder);
  }

  /** Writes a file below the first working folder. */
  write(path: string, content: string): void {
    this.#write(join('work', path), content);
  }

  setGitConfig(content: string): void {
    this.#write('.gitconfig', content);
  }

  /** Runs a line, as typed. */
  async run(line: string): Promise<Outcome> {
    const script = `. '${this.#state}'\n${line}\ncode=$?\n{ export -p; echo "cd '$PWD'"; } > '${this.#state}'\nexit $code\n`;
    const { all, exitCode } = await execa('bash', ['-c', script], {
      cwd: this.#home,
      env: this.#env(),
      extendEnv: false,
      reject: false,
      all: true,
      stdin: 'ignore',
    });
    return { exitCode: exitCode ?? -1, shown: all };
  }

  /** The output of the services so far. */
  get served(): string {
    return this.#served;
  }

  /** Runs `svc serve …` until the terminal closes. Resolves with the address when it is ready. */
  async serve(line: string): Promise<string> {
    const child = spawn('bash', ['-c', `. '${this.#state}'\nexec ${line} --port 0`], {
      cwd: this.#home,
      env: this.#env(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#services.push(child);
    let shown = '';
    child.stderr?.on('data', (chunk) => {
      shown += chunk;
      this.#served += chunk;
    });
    const deadline = Date.now() + patience;
    for (;;) {
      const url = /is running at (\S+)/.exec(shown)?.[1];
      if (url && (await fetch(`${url}/readyz`)).ok) return url;
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`\`${line}\` is not ready:\n${shown}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** Reads a file below the first working folder. */
  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  async close(): Promise<void> {
    for (const child of this.#services) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill()) await ended;
    }
    removeFolder(this.#home);
  }

  #write(path: string, content: string): void {
    const file = join(this.#home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  #env(): NodeJS.ProcessEnv {
    return {
      PATH: `${join(this.#home, 'bin')}:${process.env['PATH']}`,
      HOME: this.#home,
      GIT_CONFIG_NOSYSTEM: '1',
    };
  }
}
