import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { findRunningServer } from '../../../cli/client/local/installation.js';
import type { ServiceControl } from '../../../cli/release/update/service-control.js';
import { eventually } from '../../eventually.js';

/** Starts the service of an installation as a process of its own, which outlives this one. */
export class ProcessControl implements ServiceControl {
  readonly name = 'the test service';

  constructor(
    private readonly dir: string,
    readonly dataDirectory: string,
  ) {}

  async isRunning(): Promise<boolean> {
    return findRunningServer(this.dataDirectory) !== undefined;
  }

  async start(): Promise<void> {
    mkdirSync(this.dataDirectory, { recursive: true });
    const service = spawn(`${this.dir}/bin/svc`, ['serve', this.dataDirectory], {
      detached: true,
      stdio: 'ignore',
    });
    service.unref();
  }

  async stop(): Promise<void> {
    const server = findRunningServer(this.dataDirectory);
    if (server === undefined) return;
    process.kill(server.pid, 'SIGTERM');
    await eventually(() => !isAlive(server.pid));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
