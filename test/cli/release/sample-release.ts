import { createWriteStream, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { ownPlatform } from '../../../cli/release/repository/offers.js';

/** A small release whose program is a shell script. */
export interface SampleRelease {
  version: string;
  minimumVersion?: string | null;
  notes?: string;
  databaseVersion?: string;
  /** `svc validate` reports an error in files with this word. */
  refuses?: string;
  /** The service becomes ready, stays unready, or ends at once. */
  service?: 'ready' | 'unready' | 'ends';
  /** The version that the program states, where it differs. */
  states?: string;
  /** Bytes of a file that only makes the archive larger. */
  ballast?: number;
  /** Entries after all others. */
  extra?: readonly { header: Partial<Header> & { name: string }; content?: string }[];
}

const sqlite = fileURLToPath(import.meta.resolve('@photostructure/sqlite'));

/** Writes the archive of a release, and resolves with its path. */
export async function writeArchive(folder: string, release: SampleRelease): Promise<string> {
  const { version, ballast = 0, extra = [] } = release;
  const top = `svc-${version}-${ownPlatform}`;
  const path = join(folder, `${top}.tar.gz`);
  mkdirSync(folder, { recursive: true });
  const archive = pack();
  const writing = pipeline(archive, createGzip({ level: 1 }), createWriteStream(path));
  const add = (name: string, content: string | Buffer, mode = 0o644) =>
    archive.entry({ name: `${top}/${name}`, mode, mtime: new Date(0) }, content);
  archive.entry({ name: `${top}/`, type: 'directory', mode: 0o755, mtime: new Date(0) });
  add('release.json', JSON.stringify(getFacts(release)));
  add('bin/svc', getProgram(release), 0o755);
  add('app/validate.mjs', getValidator(release));
  add('app/serve.mjs', getService(release));
  // Repeatable bytes that do not compress.
  if (ballast > 0) add('app/ballast', getBallast(ballast));
  for (const { header, content = '' } of extra) archive.entry(header, content);
  archive.finalize();
  await writing;
  return path;
}

/** The facts in `release.json`. */
function getFacts({
  version,
  minimumVersion = null,
  notes = '',
  databaseVersion = '0001-first',
}: SampleRelease) {
  return { version, platform: ownPlatform, minimumVersion, notes, databaseVersion, commit: '0'.repeat(40) };
}

function getProgram({ version, states = version }: SampleRelease): string {
  return `#!/bin/sh
here=$(cd "$(dirname "$0")/.." && pwd)
case $1 in
  --version) echo ${states} ;;
  validate) exec '${process.execPath}' "$here/app/validate.mjs" ;;
  serve) exec '${process.execPath}' "$here/app/serve.mjs" "$2" ;;
esac
`;
}

function getValidator({ refuses = '' }: SampleRelease): string {
  return `import { readdirSync, readFileSync } from 'node:fs';
const files = readdirSync('.').filter((name) => name.endsWith('.yaml'));
const word = ${JSON.stringify(refuses)};
const wrong = files.filter((file) => word !== '' && readFileSync(file, 'utf8').includes(word));
const problems = wrong.map((file) => ({ file, line: 1, column: 1, severity: 'error', message: 'has the word ' + word }));
console.log(JSON.stringify({ valid: wrong.length === 0, counts: { files: files.length }, problems }));
process.exitCode = wrong.length === 0 ? 0 : 1;
`;
}

/** A service with the files and the answers of svc, whose database has one table. */
function getService({ version, databaseVersion = '0001-first', service = 'ready' }: SampleRelease): string {
  return `import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import { rmSync, writeFileSync } from 'node:fs';
const [, , data] = process.argv;
const { DatabaseSync } = createRequire(import.meta.url)(${JSON.stringify(createRequire(import.meta.url).resolve(sqlite))});
const lock = new DatabaseSync(data + '/lock.db');
try {
  lock.exec('pragma busy_timeout = 200; pragma locking_mode = exclusive; begin exclusive');
} catch {
  process.exit(1);
}
const database = new DatabaseSync(data + '/svc.db');
database.exec('pragma journal_mode = wal; create table if not exists kysely_migration (name text primary key)');
const [newest] = database.prepare('select max(name) as name from kysely_migration').all();
if (newest.name !== null && newest.name > ${JSON.stringify(databaseVersion)}) process.exit(1);
database.prepare('insert or ignore into kysely_migration values (?)').run(${JSON.stringify(databaseVersion)});
if (${JSON.stringify(service)} === 'ends') process.exit(1);
const server = createServer((request, response) => {
  const isReady = ${JSON.stringify(service)} === 'ready';
  response.writeHead(isReady ? 200 : 503, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(isReady ? { status: 'ready', version: '${version}' } : { detail: 'it is never ready' }));
});
const file = data + '/server.json';
server.listen(0, '127.0.0.1', () => {
  const url = 'http://127.0.0.1:' + server.address().port;
  writeFileSync(file, JSON.stringify({ url, pid: process.pid }));
});
process.on('SIGTERM', () => {
  rmSync(file, { force: true });
  database.close();
  process.exit(0);
});
`;
}

function getBallast(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0, state = 1; at < size; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 16;
  }
  return bytes;
}
