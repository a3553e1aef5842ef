import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL server of its own, which faults may restart. */
export class Database {
  readonly #folder = mkdtempSync('/tmp/svc-pg-');
  readonly port: number;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<Database> {
    const database = new Database(await freePort());
    if (isRoot) {
      const [uid, gid] = ['-u', '-g'].map((flag) =>
        Number(execFileSync('id', [flag, 'postgres']).toString()),
      );
      chownSync(database.#folder, uid ?? 0, gid ?? 0);
    }
    const data = join(database.#folder, 'data');
    database.#run('initdb', ['-D', data, '-U', 'svc', '-A', 'trust', '--no-sync', '-E', 'UTF8']);
    database.#control('start');
    database.#run('createdb', ['-h', '127.0.0.1', '-p', String(database.port), '-U', 'svc', 'svc']);
    return database;
  }

  /** Ends the server as a crash would, and starts it again. */
  restart(): void {
    this.#control('stop', 'immediate');
    this.#control('start');
  }

  /** Ends all connections. */
  cut(): void {
    const text =
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null';
    this.query(text);
  }

  /** The rows of a query, a line each. */
  query(text: string): string {
    const place = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'svc'];
    return this.#run('psql', [...place, '-d', 'svc', '-Atc', text]);
  }

  stop(): void {
    this.#control('stop', 'immediate');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #control(action: 'start' | 'stop', mode = 'fast'): void {
    const options = `-p ${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${this.#folder}`;
    const data = join(this.#folder, 'data');
    const more = action === 'start' ? ['-o', options, '-l', join(this.#folder, 'log')] : ['-m', mode];
    this.#run('pg_ctl', ['-D', data, '-w', ...more, action]);
  }

  /** The server refuses to run as root. */
  #run(program: string, args: readonly string[]): string {
    const path = join(binaries(), program);
    const [command, ...before] = isRoot
      ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', path]
      : [path];
    const options = { cwd: this.#folder, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
    return execFileSync(command ?? path, [...before, ...args], options).toString();
  }
}

const isRoot = userInfo().uid === 0;

/** Debian keeps the programs of each version in a folder of its own. */
function binaries(): string {
  const base = '/usr/lib/postgresql';
  const [newest] = (existsSync(base) ? readdirSync(base) : []).sort((a, b) => Number(b) - Number(a));
  if (newest === undefined) throw new Error(`There is no PostgreSQL server in ${base}`);
  return join(base, newest, 'bin');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The network between one node and the database, which faults may interrupt. */
export class Line {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  /** True while nothing passes: neither new connections nor data of those that are open. */
  #isCut = false;

  private constructor(private readonly target: number) {
    this.#server = createServer((from) => this.#join(from));
  }

  static async open(target: number): Promise<Line> {
    const line = new Line(target);
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Lets nothing pass, and tells no end of a connection, as a cable that was pulled. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.pause();
  }

  mend(): void {
    this.#isCut = false;
    // A peer that was gone for long has forgotten its connections.
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #join(from: Socket): void {
    const to = dial(this.target, '127.0.0.1');
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      this.#sockets.add(one);
      one.on('data', (data) => !this.#isCut && other.write(data));
      one.on('error', () => {});
      one.on('close', () => {
        this.#sockets.delete(one);
        if (!this.#isCut) other.destroy();
      });
    }
    if (this.#isCut) for (const socket of [from, to]) socket.pause();
  }
}
