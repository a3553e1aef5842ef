import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Starts and stops the service of an installation, as a service manager does, for commands in other processes. */
export class Supervisor {
  readonly data: string;
  #service: ChildProcess | undefined;
  #server: Server | undefined;

  constructor(private readonly dir: string) {
    this.data = join(dir, 'data');
  }

  /** Listens for commands and resolves with the address. */
  async listen(): Promise<string> {
    this.#server = createServer(async (request, response) => {
      if (request.url === '/start') this.start();
      if (request.url === '/stop') await this.stop();
      response.end(JSON.stringify({ isRunning: this.isRunning }));
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get isRunning(): boolean {
    return (
      this.#service !== undefined && this.#service.exitCode === null && this.#service.signalCode === null
    );
  }

  start(): void {
    if (this.isRunning) return;
    mkdirSync(this.data, { recursive: true });
    this.#service = spawn(join(this.dir, 'bin', 'svc'), ['serve', this.data], { stdio: 'ignore' });
  }

  async stop(): Promise<void> {
    const service = this.#service;
    if (service === undefined || !this.isRunning) return;
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    await ended;
  }

  async dispose(): Promise<void> {
    await this.stop();
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}
