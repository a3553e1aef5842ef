import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandLine } from '../../program.js';

/** The probe of `fixtures/deployments/kubernetes/nodes.yaml`: asked each second, one failure makes a pod unready. */
const probeMs = 1_000;
const probeTimeoutMs = 2_000;
/** A process that does not end in time after SIGTERM is killed, as by `terminationGracePeriodSeconds`. */
const graceMs = 30_000;

interface PodPlace {
  readonly folder: string;
  readonly port: number;
  readonly env: NodeJS.ProcessEnv;
}

/** A process of svc with its volume and its probe, as Kubernetes keeps them. */
export class Pod {
  readonly url: string;
  /** True while the service sends requests here: the last probe succeeded, and the pod is not being ended. */
  isReady = false;
  version = '';
  role = '';
  output = '';
  #child: ChildProcess | undefined;
  #isEnding = true;
  readonly #probes: NodeJS.Timeout;

  constructor(private readonly place: PodPlace) {
    this.url = `http://127.0.0.1:${place.port}`;
    mkdirSync(place.folder, { recursive: true });
    writeFileSync(join(place.folder, 'svc.yaml'), 'Telemetry: { LogLevel: info }\n');
    this.#probes = setInterval(() => void this.#probe(), probeMs);
  }

  get apiKey(): string {
    return JSON.parse(readFileSync(join(this.place.folder, '.svc/initial-admin.json'), 'utf8')).apiKey;
  }

  start([command, ...args]: CommandLine): void {
    const { folder, port, env } = this.place;
    const child = spawn(command, [...args, 'serve', '--dir', folder, '--port', `${port}`], {
      env: { PATH: process.env['PATH'], HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        this.output = `${this.output}${chunk}`.slice(-20_000);
      });
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => {
      process.off('exit', end);
      this.isReady = false;
    });
    this.#child = child;
    this.#isEnding = false;
  }

  /** Takes the pod out of the service and ends it. Resolves with true when it ended by itself. */
  async end(): Promise<boolean> {
    this.#isEnding = true;
    this.isReady = false;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return true;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(late);
    return child.signalCode === null;
  }

  async dispose(): Promise<void> {
    clearInterval(this.#probes);
    this.#child?.kill('SIGKILL');
    await this.end();
  }

  async #probe(): Promise<void> {
    if (this.#isEnding) return;
    const probed = this.#child;
    const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(probeTimeoutMs) })
      .then(async (response) => ({
        isOk: response.ok,
        body: (await response.json()) as { version?: string; role?: string },
      }))
      .catch(() => undefined);
    if (this.#isEnding || probed !== this.#child) return;
    this.isReady = answer?.isOk ?? false;
    this.version = answer?.body.version ?? '';
    this.role = answer?.body.role ?? '';
  }
}
