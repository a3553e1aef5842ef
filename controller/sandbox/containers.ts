import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { execa } from 'execa';
import { LongTimer } from '../concurrency/long-timer.js';
import { CodeFault, type CodeLimits, type Container, type Outcome, tooMuchOutput } from './contract.js';

/** Variables of the service's environment that the programs need to find their daemon, storage and configuration. */
const passedOn = /^(?:PATH|HOME|TMPDIR|XDG_\w+|DBUS_SESSION_BUS_ADDRESS|DOCKER_\w+|CONTAINERS?_\w+)$/;
const programs = ['docker', 'podman'];
/** Variables that configure these programs, what they are linked with, or the network that they use. */
const readByPrograms =
  /^(?:_?CONTAINERS?|BUILDAH|BUILDKIT|CNI|COMPOSE|DBUS|DOCKER|DYLD|GLIBC|GO|LD|LISTEN|MALLOC|NETAVARK|NOTIFY|PODMAN|REGISTRY|SSH|SSL|STORAGE|XDG)|^(?:HOME|PATH|TMPDIR|TZ|\w*_PROXY)$/i;
/** The longest time that a command about a container may take. */
const commandMs = 30_000;
/** The exit code of both programs when the container could not be made. */
const notMade = 125;
const pulls = { ifNotPresent: 'missing', always: 'always', never: 'never' } as const;

/** Runs containers with docker or podman, whichever answers. */
export class Containers {
  #program: Promise<string> | undefined;
  readonly #timers = new Set<LongTimer>();

  /** @param owner labels the containers of this installation */
  constructor(
    private readonly owner: string,
    private readonly limits: CodeLimits,
  ) {}

  /**
   * Runs a container to its end; an abort of `signal` and the end of the time kill and remove it.
   * @throws CodeFault timeout, limit, invalid; the reason of the signal
   */
  async run(container: Container, signal: AbortSignal): Promise<Outcome> {
    const program = await this.#find();
    signal.throwIfAborted();
    const { stdin } = container;
    const own = ownEnvironment();
    const attempt = randomUUID();
    const passed = Object.entries(container.environment).filter(([name]) => !isRead(name, own));
    const child = execa(program, this.#runArguments(container, attempt, own), {
      // podman leaves a file where a container had too little memory.
      cwd: tmpdir(),
      env: { ...Object.fromEntries(passed), ...own },
      extendEnv: false,
      input: stdin,
      maxBuffer: this.limits.output,
      stripFinalNewline: false,
      reject: false,
      killSignal: 'SIGKILL',
    });
    let expired = false;
    const kill = () => child.kill('SIGKILL');
    const timer = setTimeout(() => {
      expired = true;
      kill();
    }, this.limits.processTimeMs);
    signal.addEventListener('abort', kill, { once: true });
    let ended = false;
    try {
      const result = await child;
      signal.throwIfAborted();
      const { stdout, stderr, exitCode, isMaxBuffer } = result;
      const { processTimeMs } = this.limits;
      const outputTexts = { stdout, stderr };
      if (expired)
        throw new CodeFault('timeout', `The container ran longer than ${processTimeMs} ms`, outputTexts);
      if (isMaxBuffer) {
        const elsewhere = 'a file of the folder that `run-files` in `volumes` gives it';
        throw new CodeFault('limit', tooMuchOutput('The container', this.limits, elsewhere), outputTexts);
      }
      if (exitCode === undefined) throw result.cause ?? new Error(`${program} was killed`, { cause: result });
      if (exitCode === notMade)
        throw new CodeFault('invalid', `The container cannot be run: ${lastLine(stderr)}`);
      ended = true;
      return { ...outputTexts, code: exitCode };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      await this.#cleanUp(program, attempt, ended ? container.cleanup : 'always');
    }
  }

  /**
   * Removes the containers of this installation that an earlier process left: those that still run, and those that are
   * removed after their end. Called before any container is run.
   */
  async removeLeftovers(): Promise<void> {
    const program = await this.#find();
    const list = (...more: string[]) => this.#list(program, more);
    const running = [...(await list()), ...(await list('--all', '--filter', 'status=created'))];
    const ended = await list('--all', '--filter', 'label=svc.cleanup=always');
    for (const id of new Set([...running, ...ended])) await this.#remove(program, id);
    for (const id of await list('--all', '--filter', 'label=svc.cleanup=eventually')) {
      const format = '{{.State.FinishedAt.UnixMilli}} {{index .Config.Labels "svc.after"}}';
      const { stdout } = await this.#command(program, ['inspect', '--format', format, id]);
      const [finishedAt = 0, after = 0] = stdout.split(' ').map(Number);
      // A program that gives its times as texts: the wait begins again.
      this.#removeAt(program, id, (finishedAt || Date.now()) + after);
    }
  }

  /** Stops waiting for times to remove containers; the next process continues. */
  close(): void {
    for (const timer of this.#timers) timer.stop();
  }

  #runArguments(container: Container, attempt: string, own: Readonly<Record<string, string>>): string[] {
    const { image, command, cleanup, labels, name, pullPolicy, stdin } = container;
    const kept = typeof cleanup === 'object' ? 'eventually' : cleanup;
    const marks = { ...labels, owner: this.owner, cleanup: kept, attempt };
    if (typeof cleanup === 'object') Object.assign(marks, { after: String(cleanup.afterMs) });
    const memory = String(this.limits.containerBytes);
    const options = ['--name', name, '--memory', memory, '--memory-swap', memory];
    options.push('--pids-limit', '512', '--pull', pulls[pullPolicy]);
    if (stdin !== '') options.push('--interactive');
    for (const [label, value] of Object.entries(marks)) options.push('--label', `svc.${label}=${value}`);
    for (const [variable, value] of Object.entries(container.environment)) {
      // Without a value, the program takes it from its own environment, which no list of processes shows. One that the
      // program would read for itself is given with its value.
      options.push('--env', isRead(variable, own) ? `${variable}=${value}` : variable);
    }
    for (const [host, inside] of Object.entries(container.ports))
      options.push('--publish', `${host}:${inside}`);
    for (const [host, inside] of Object.entries(container.volumes))
      options.push('--volume', `${host.startsWith('.') ? resolve(host) : host}:${inside}`);
    const args = container.arguments;
    if (command === undefined) return ['run', ...options, '--', image, ...args];
    return ['run', ...options, '--entrypoint', 'sh', '--', image, '-c', command, 'sh', ...args];
  }

  /** Removes the container of an attempt, found by its label: one of the same name may belong to another run. */
  async #cleanUp(program: string, attempt: string, cleanup: Container['cleanup']): Promise<void> {
    if (cleanup === 'never') return;
    for (const id of await this.#list(program, ['--all', '--filter', `label=svc.attempt=${attempt}`])) {
      if (cleanup === 'always') await this.#remove(program, id);
      else this.#removeAt(program, id, Date.now() + cleanup.afterMs);
    }
  }

  /** Returns the ids of containers of this installation. */
  async #list(program: string, filters: readonly string[]): Promise<string[]> {
    const mine = ['--filter', `label=svc.owner=${this.owner}`];
    const { stdout } = await this.#command(program, ['ps', '--quiet', '--no-trunc', ...mine, ...filters]);
    return stdout.split('\n').filter((id) => id !== '');
  }

  #removeAt(program: string, id: string, due: number): void {
    const timer = new LongTimer();
    this.#timers.add(timer);
    timer.start(due, () => {
      this.#timers.delete(timer);
      void this.#remove(program, id);
    });
  }

  /** Kills first: podman gives a container ten seconds to end otherwise. */
  async #remove(program: string, id: string): Promise<void> {
    await this.#command(program, ['kill', id]);
    await this.#command(program, ['rm', '--force', '--volumes', id]);
  }

  #command(program: string, args: readonly string[]) {
    const env = ownEnvironment();
    return execa(program, args, { env, extendEnv: false, reject: false, timeout: commandMs });
  }

  /** @throws CodeFault invalid when no program answers */
  #find(): Promise<string> {
    this.#program ??= this.#ask().catch((error) => {
      this.#program = undefined;
      throw error;
    });
    return this.#program;
  }

  async #ask(): Promise<string> {
    const reasons: string[] = [];
    for (const program of programs) {
      const answer = await this.#command(program, ['ps', '--quiet']);
      if (answer.exitCode === 0) return program;
      const reason = answer.code === 'ENOENT' ? 'is not installed' : lastLine(answer.stderr ?? '');
      reasons.push(`\`${program}\`: ${reason}`);
    }
    throw new CodeFault('invalid', `No program for containers answers (${reasons.join('; ')})`);
  }
}

/** True for a variable of a container that would change what the program itself does. */
function isRead(name: string, own: Readonly<Record<string, string>>): boolean {
  return Object.hasOwn(own, name) || readByPrograms.test(name);
}

function ownEnvironment(): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => passedOn.test(name));
  return Object.fromEntries(own) as Record<string, string>;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.slice(0, 500) || 'no reason given';
}
