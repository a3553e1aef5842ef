import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from './eventually.js';
import { removeFolder } from './remove-folder.js';

const root = '/usr/lib/postgresql';

/** The folder of PostgreSQL's programs; undefined where none is installed, except in CI, where that fails. */
export function findPrograms(): string | undefined {
  let versions: string[] = [];
  try {
    versions = readdirSync(root);
  } catch {
    // None is installed.
  }
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  if (newest !== undefined) return join(root, newest, 'bin');
  const missing = `No PostgreSQL server in ${root}: its tests are left out`;
  if (process.env['SVC_REQUIRE_SERVERS'] === '1') throw new Error(missing);
  console.warn(missing);
  return undefined;
}

/** PostgreSQL refuses to run as root. */
const owner =
  process.getuid?.() === 0
    ? {
        uid: Number(execFileSync('id', ['-u', 'postgres'])),
        gid: Number(execFileSync('id', ['-g', 'postgres'])),
      }
    : {};

/** A server of its own for a test, which may crash, hang and come back. */
export class PostgresServer {
  #process: ChildProcess | undefined;

  private constructor(
    private readonly programs: string,
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async start(programs: string): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'svc-postgres-'));
    if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? 0);
    const data = join(folder, 'data');
    const options = ['-D', data, '-U', 'svc', '-E', 'UTF8', '--locale=C', '--no-sync', '-A', 'trust'];
    execFileSync(join(programs, 'initdb'), options, { ...owner, cwd: folder, stdio: 'ignore' });
    const hba = join(data, 'pg_hba.conf');
    writeFileSync(hba, `host all locked 127.0.0.1/32 scram-sha-256\n${readFileSync(hba, 'utf8')}`);
    // Nothing outside of this machine is tested: a write is durable when the server's process has made it.
    appendFileSync(join(data, 'postgresql.conf'), "fsync = off\nunix_socket_directories = ''\n");
    const server = new PostgresServer(programs, folder, await freePort());
    try {
      await server.start();
      return server;
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  url(database = 'postgres', user = 'svc'): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`;
  }

  async start(): Promise<void> {
    const options = ['-D', join(this.folder, 'data'), '-p', String(this.port), '-h', '127.0.0.1'];
    this.#process = spawn(join(this.programs, 'postgres'), options, {
      ...owner,
      stdio: 'ignore',
      cwd: this.folder,
    });
    await eventually(() => this.query('select 1').catch(() => undefined));
  }

  /** Ends the server as a failure does (mode `immediate`): without a checkpoint. */
  async crash(): Promise<void> {
    const server = this.#process;
    if (!server || server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGQUIT');
    await ended;
  }

  /** Stops all processes of the server where they are, with their connections open. */
  hang(): void {
    this.#signal('SIGSTOP');
  }

  goOn(): void {
    this.#signal('SIGCONT');
  }

  #signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of this.#pids()) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // The process of a connection that has just ended.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  async query(text: string, url = this.url()): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    this.goOn();
    await this.crash();
    removeFolder(this.folder);
  }

  #pids(): number[] {
    const main = this.#process?.pid;
    if (main === undefined || this.#process?.exitCode !== null) return [];
    const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean);
    return [main, ...children.map(Number)];
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
