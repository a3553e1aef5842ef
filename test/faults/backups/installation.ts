import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { openSqliteStorage, type Storage } from '../../../controller/storage/index.js';
import { openPostgresStorage } from '../../../controller/storage/postgres/postgres-storage.js';
import { ServiceProcess } from '../../journeys/service-process.js';
import type { CommandLine } from '../../program.js';

const flow = `document: { dsl: '1.0.3', namespace: test, name: hello, version: '1.0.0' }
do:
  - greet: { set: { hello: '\${ .name }' } }
`;

/** Callers that start runs while a backup is made or restored. */
const callers = 4;

interface InstallationOptions {
  command: CommandLine;
  /** The address of its PostgreSQL database; an SQLite file when left out. */
  url?: string;
}

/** A service in a folder of its own, and runs that callers start while it works. */
export class Installation {
  readonly service: ServiceProcess;
  /** Acknowledged runs. */
  readonly started: string[] = [];
  /** Bytes that a process of this installation has used at most. */
  peakBytes = 0;

  constructor(private readonly options: InstallationOptions) {
    this.service = new ServiceProcess(options.command, {
      SVC_Limits__RequestsPerMinute: '10000000',
      ...(options.url !== undefined && { SVC_Database__Url: options.url }),
    });
    mkdirSync(this.service.file('flows'));
    writeFileSync(this.service.file('flows/hello.yaml'), flow);
  }

  /** An installation that reads what the other one has sealed and signed. */
  adopt(other: Installation): void {
    mkdirSync(this.service.file('.svc'), { recursive: true });
    cpSync(other.service.file('.svc/master.key'), this.service.file('.svc/master.key'));
  }

  /** Uses the database of a stopped service. */
  async inDatabase<Result>(work: (storage: Storage) => Promise<Result>): Promise<Result> {
    const { url } = this.options;
    const storage =
      url === undefined
        ? await openSqliteStorage(this.service.file('.svc/svc.db'))
        : await openPostgresStorage({ url, node: 'proof', version: '0.0.0' });
    try {
      return await work(storage);
    } finally {
      await storage.close();
    }
  }

  /** Makes a request and returns its answer. @throws for a status of 400 or more */
  async call(path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
    const answer = await this.service.request(`/api/v1${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 1_000)}`);
    return JSON.parse(text);
  }

  /** Does `work` while callers start runs, and notes the memory that the service used at most. */
  async underLoad<Result>(work: () => Promise<Result>): Promise<Result> {
    let isOver = false;
    const start = async () => {
      while (!isOver) {
        const body = JSON.stringify({ name: `${this.started.length}` });
        const { id } = await this.call('/live/flows/hello/runs', { method: 'POST', body });
        this.started.push(String(id));
      }
    };
    const all = Promise.all(Array.from({ length: callers }, start));
    try {
      const [result] = await Promise.all([
        work().finally(() => {
          isOver = true;
        }),
        all,
      ]);
      return result;
    } finally {
      this.#notePeak(this.service.pid);
    }
  }

  /** Moves the database of this stopped installation. */
  async migrate(url: string): Promise<{ exitCode: number | null; output: string }> {
    const [command, ...args] = this.options.command;
    const line = [...args, 'migrate', '--from', this.service.file('.svc'), '--to', url];
    const child = spawn(command, line, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const watch = setInterval(() => this.#notePeak(child.pid), 50);
    const exitCode = await getExit(child);
    clearInterval(watch);
    return { exitCode, output };
  }

  #notePeak(pid: number | undefined): void {
    try {
      const [, kilobytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      this.peakBytes = Math.max(this.peakBytes, Number(kilobytes) * 1_024);
    } catch {
      // The process has ended.
    }
  }
}

function getExit(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}
