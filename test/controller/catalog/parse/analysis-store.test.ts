import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import {
  AnalysisStore,
  createCatalog,
  isEntityFile,
  type Snapshot,
} from '../../../../controller/catalog/index.js';
import { kinds } from '../../../../controller/kinds/index.js';
import { openSqlite } from '../../../../controller/storage/sqlite/sqlite-engine.js';
import { removeFolder } from '../../../remove-folder.js';

const fixtures = fileURLToPath(new URL('../../../../fixtures/', import.meta.url));
const secret = `ghp_${'a1B2'.repeat(9)}`;

test('a start that finds all analyses reads no entity file and sees what the first one saw', async () => {
  const branch = everything();
  const { path } = folder();
  const first = await start(branch, path);
  const second = await start(branch, path);
  expect(first.readEntities).toBe(Object.keys(branch).filter(isEntityFile).length);
  // Entries with texts that look like a secret were not stored.
  expect(second.readEntities).toBeLessThan(30);
  expect(look(second.snapshot)).toEqual(look(first.snapshot));
  expect(look(second.snapshot).records.length).toBeGreaterThan(100);
});

test('a few files are analysed at every start, without a store', async () => {
  const { path } = folder();
  await start({ 'a.yaml': environment('a') }, path);
  expect(existsSync(path)).toBe(false);
});

test('analyses of files that came after the start are stored for the next start', async () => {
  const { path } = folder();
  const branch = many(600);
  await start(branch, path, async (snapshot, advance) => {
    await advance(snapshot, { 'new.yaml': environment('new', 'later') });
  });
  const second = await start({ ...branch, 'new.yaml': environment('new', 'later') }, path);
  expect(second.readEntities).toBe(0);
  expect(second.snapshot.get('environment', 'new')?.definition).toMatchObject({ variables: { at: 'later' } });
});

test('entries are found in any order, and with other entries between them', async () => {
  const { path } = folder();
  const branch = many(600);
  const others = Object.fromEntries(
    Object.keys(branch).map((name, at) => [`other/${name}`, environment(`o-${at}`, 'other')]),
  );
  const mixed = Object.entries(branch).flatMap(([name, text], at) => {
    const other = Object.entries(others)[at];
    return other ? [[name, text] as const, other] : [[name, text] as const];
  });
  await start(Object.fromEntries(mixed.reverse()), path);
  const second = await start(branch, path);
  expect(second.readEntities).toBe(0);
  expect(look(second.snapshot)).toEqual(look((await start(branch, folder().path)).snapshot));
});

test('with another version of the engine nothing of the store is used', async () => {
  const { path } = folder();
  await start(many(600), path);
  expect((await start(many(600), path, undefined, 'another')).readEntities).toBe(600);
  expect((await start(many(600), path, undefined, 'another')).readEntities).toBe(0);
});

test('a changed entry is not used', async () => {
  const { path } = folder();
  await start(many(600), path);
  const database = openSqlite(path);
  database.exec("update analyses set text = replace(text, 'at: 7', 'at: x') where text like '%name: e-7%'");
  database.exec('update analyses set key = upper(key) where rowid % 10 = 0');
  database.exec("update analyses set conclusions = 'no json' where rowid % 10 = 1");
  database.close();
  const second = await start(many(600), path);
  expect(second.readEntities).toBeGreaterThan(100);
  expect(second.readEntities).toBeLessThan(400);
  expect(look(second.snapshot)).toEqual(look((await start(many(600), folder().path)).snapshot));
});

test.each([
  ['is garbage', (path: string) => writeFileSync(path, 'x'.repeat(100_000))],
  ['is damaged in the middle', (path: string) => damage(path, 0.1, 0.9)],
  ['has lost its end', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 40_000))],
  ['is empty', (path: string) => writeFileSync(path, '')],
  ['is deleted', (path: string) => rmSync(path)],
])('a file that %s costs only time, and is repaired', async (_, harm) => {
  const { path } = folder();
  await start(many(600), path);
  harm(path);
  const second = await start(many(600), path);
  expect(look(second.snapshot)).toEqual(look((await start(many(600), folder().path)).snapshot));
  expect((await start(many(600), path)).readEntities).toBe(0);
});

test('the file may be deleted while it is in use', async () => {
  const { directory, path } = folder();
  const { snapshot } = await start(many(600), path, async (first, advance) => {
    rmSync(directory, { recursive: true });
    await advance(first, { 'new.yaml': environment('new') });
  });
  expect(snapshot.counts).toMatchObject({ files: 601, entities: 601, invalid: 0 });
});

test('when no file can be created, analyses go on without a store', async () => {
  const failures: unknown[] = [];
  const { directory } = folder();
  writeFileSync(join(directory, 'taken'), '');
  const { snapshot } = await start(many(600), join(directory, 'taken', 'a.db'), undefined, '1', (cause) =>
    failures.push(cause),
  );
  expect(snapshot.counts).toMatchObject({ entities: 600, invalid: 0 });
  expect(failures.length).toBeGreaterThan(0);
});

test('no text that looks like a secret is in the file, and only its owner may read it', async () => {
  const { path } = folder();
  const branch = {
    ...many(600),
    'leak.yaml': `${environment('leak')}# ${secret}\n`,
    'other.yaml': 'kind: x\nname: clean-9\n',
  };
  await start(branch, path);
  const bytes = Buffer.concat(
    readdirSync(dirname(path)).map((name) => readFileSync(join(dirname(path), name))),
  );
  expect(bytes.includes('clean-9')).toBe(true);
  expect(bytes.includes(secret)).toBe(false);
  expect(statSync(path).mode & 0o077).toBe(0);
});

test('entries of files that are gone are dropped once there are many', async () => {
  const { path } = folder();
  await start(many(8_000), path);
  expect(count(path)).toBe(8_000);
  const branch = many(400);
  await start(
    branch,
    path,
    async (_, __, settled) => {
      await settled(() => count(path) === 401);
    },
    '1',
    undefined,
    { 'one-more.yaml': environment('one-more') },
  );
  expect((await start(branch, path)).readEntities).toBe(0);
});

test('a process that is killed while it writes leaves a file that can be used', async () => {
  const { path } = folder();
  for (let round = 0; round < 3; round++) {
    const child = fork(fileURLToPath(new URL('./analysis-writer.ts', import.meta.url)), [path], {
      execArgv: ['--import', 'tsx'],
    });
    await writtenSome(child);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { snapshot } = await start(many(600), path);
    expect(snapshot.counts).toMatchObject({ entities: 600, invalid: 0 });
    expect(integrity(path)).toBe('ok');
  }
});

type Files = Readonly<Record<string, string>>;
type Advance = (from: Snapshot, changed: Files) => Promise<Snapshot>;
type Settled = (check: () => boolean) => Promise<void>;

/** One start of the engine over a branch, ended as a stop does. */
async function start(
  branch: Files,
  path: string,
  then?: (snapshot: Snapshot, advance: Advance, settled: Settled) => Promise<void>,
  version = '1',
  onFailure?: (cause: unknown) => void,
  later: Files = {},
) {
  const blobs = new Map<string, Uint8Array>();
  let readEntities = 0;
  const paths = new Map<string, string>();
  const read = async (ids: readonly string[]) => {
    readEntities += ids.filter((id) => isEntityFile(paths.get(id) ?? '')).length;
    return new Map(ids.map((id) => [id, blobs.get(id) ?? new Uint8Array()]));
  };
  const add = (files: Files) =>
    Object.entries(files).map(([file, content]) => {
      const blobId = createHash('sha1').update(`${file}${content}`).digest('hex');
      blobs.set(blobId, Buffer.from(content));
      paths.set(blobId, file);
      return { path: file, blobId };
    });
  const catalog = createCatalog(kinds, {
    now: () => new Date(0),
    openStore: () => new AnalysisStore({ path, version, openDatabase: openSqlite, onFailure }),
  });
  let snapshot = await catalog.load({ branch: 'main', revision: 'r1', files: add(branch), read });
  const advance: Advance = async (from, changed) => {
    snapshot = await catalog.advance(from, { revision: 'r2', changes: add(changed), read });
    return snapshot;
  };
  if (Object.keys(later).length > 0) await advance(snapshot, later);
  const settled: Settled = async (check) => {
    const deadline = Date.now() + 10_000;
    while (!check()) {
      if (Date.now() > deadline) throw new Error(`not so after ten seconds: ${check}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await then?.(snapshot, advance, settled);
  catalog.close();
  return { snapshot, readEntities };
}

/** All that can be seen of a snapshot. */
function look(snapshot: Snapshot) {
  return {
    counts: snapshot.counts,
    findings: snapshot.findings,
    statuses: [...snapshot.statuses()],
    records: kinds.flatMap(({ kind }) =>
      snapshot.list(kind).map(({ name, path, blobId, definition, references, attachments, compiled }) => ({
        kind,
        name,
        path,
        blobId,
        definition,
        references,
        attachments: [...attachments],
        compiled: Object.keys(compiled ?? {}),
        source: snapshot.source(kind, name),
      })),
    ),
  };
}

/** All fixtures there are, valid and not, with what only JSON and a byte order mark bring. */
function everything(): Files {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(fixtures, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && /\.(yaml|md|sh|js|py|json)$/.test(entry.name))
      files[relative(fixtures, path)] = readFileSync(path, 'utf8');
  }
  return {
    ...files,
    ...many(300),
    'mark.yaml': `\uFEFF${environment('mark')}`,
    'tab.json': '{\t"kind": "environment", "name": "tab" }',
  };
}

function many(count: number): Files {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${index}.yaml`, environment(`e-${index}`, `${index}`)]),
  );
}

function environment(name: string, at = ''): string {
  return `kind: environment\nname: ${name}\nvariables:\n  at: '${at}'\n`;
}

function folder(): { directory: string; path: string } {
  const directory = mkdtempSync(join(tmpdir(), 'svc-test-'));
  onTestFinished(() => removeFolder(directory));
  return { directory, path: join(directory, 'cache', 'analyses.db') };
}

function damage(path: string, from: number, to: number): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, Math.floor(bytes.length * from), Math.floor(bytes.length * to));
  writeFileSync(path, bytes);
}

function query(path: string, sql: string): unknown {
  const database = openSqlite(path);
  const [row] = database.prepare(sql).all();
  database.close();
  return Object.values(row as object)[0];
}

function count(path: string): unknown {
  return query(path, 'select count(*) from analyses');
}

function integrity(path: string): unknown {
  return query(path, 'pragma integrity_check');
}

function writtenSome(child: ChildProcess): Promise<unknown> {
  return once(child, 'message');
}
