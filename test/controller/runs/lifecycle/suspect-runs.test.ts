import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { SuspectRuns } from '../../../../controller/runs/index.js';
import { eventually } from '../../../eventually.js';
import { Harness } from '../engine-harness.js';

const request = { branch: 'main', input: {}, principal: 'user:test' };
let harness: Harness;
let path: string;
/** Performances of calls by the name of the flow. */
let calls: string[];

beforeEach(() => {
  harness = new Harness();
  calls = [];
  const folder = mkdtempSync(join(tmpdir(), 'svc-suspects-'));
  path = join(folder, 'suspects.json');
  for (const flow of ['guilty', 'innocent'])
    harness.flow(flow, (_, host) =>
      host.effect('/do/0/a', () => {
        calls.push(flow);
        return new Promise(() => {});
      }),
    );
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string };
/** Below the folder of svc, and beside it as npm installs what several packages use. */
const libraries = [join(root, 'node_modules/library/index.js'), '/srv/node_modules/library/index.js'];
/** Sources, the build, and a build whose code cache was made where another folder was. */
const own = [
  join(root, 'controller/concurrency/inbox.ts'),
  join(root, 'dist/cli/all.cjs'),
  join('/srv/node_modules', name, 'dist/cli/all.cjs'),
];

/** An exception of a client library. */
const ofLibrary = () => thrownIn(libraries[0] ?? '');

/** @param files of the frames, from the top: the place of the exception first */
function thrownIn(...files: string[]): Error {
  const error = new Error('planted');
  error.stack = ['Error: planted', ...files.map((file) => `    at read (${file}:1:1)`)].join('\n');
  return error;
}

/** True when a run is blamed that ended the process with this exception three times, while it alone called. */
function isBlamed(error: Error): boolean {
  const suspects = new SuspectRuns(join(path, '..', 'others.json'));
  for (let end = 1; end <= 3; end++) suspects.noteEnd(error, ['a'], () => true);
  const blamed = suspects.isProven('a');
  suspects.forget('a');
  return blamed;
}

const crash = () => harness.crash({ suspects: new SuspectRuns(path) });

async function startAll(...flows: string[]) {
  const engine = await harness.open({ suspects: new SuspectRuns(path) });
  onTestFinished(() => harness.close());
  const ids: string[] = [];
  for (const flow of flows) ids.push((await engine.start({ ...request, flow })).id);
  await eventually(() => calls.length === flows.length);
  return { engine, ids };
}

test('a run whose calls ended the process three times, the last time alone, is suspended, and an operator can resume it', async () => {
  const { engine, ids } = await startAll('guilty');
  const [id = ''] = ids;
  let current = engine;
  for (let end = 1; end <= 3; end++) {
    await eventually(() => calls.length === end);
    expect(current.noteProcessEnd(ofLibrary())).toBe(1);
    current = await crash();
  }
  expect(await current.get(id)).toMatchObject({
    status: 'suspended',
    waitingFor: expect.stringContaining('3 times in a row during calls of this run'),
  });
  await current.resume(id);
  const next = await crash();
  expect((await next.get(id)).status).toBe('running');
});

test('a run beside the one that ends the process goes on, and only that one is suspended', async () => {
  const { engine, ids } = await startAll('guilty', 'innocent');
  let current = engine;
  let ends = 0;
  for (; calls.includes('guilty'); ends++) {
    current.noteProcessEnd(ofLibrary());
    calls = [];
    current = await crash();
    await eventually(() => calls.length > 0);
    if (ends === 0) await eventually(() => calls.length === 2);
  }
  expect(ends).toBe(3);
  const [guilty = '', innocent = ''] = ids;
  expect((await current.get(guilty)).status).toBe('suspended');
  expect((await current.get(innocent)).status).toBe('running');
});

test('a run that calls while a defect in a timer of svc ends the process is not suspended', async () => {
  const { engine, ids } = await startAll('innocent');
  let current = engine;
  for (let end = 1; end <= 5; end++) {
    await eventually(() => calls.length === end);
    current.noteProcessEnd(thrownIn(join('/srv/node_modules', name, 'dist/cli/all.cjs')));
    current = await crash();
  }
  expect((await current.get(ids[0] ?? '')).status).toBe('running');
});

test('a kill counts as no end of the process', async () => {
  const { ids } = await startAll('innocent');
  let current = await crash();
  for (let kill = 0; kill < 5; kill++) current = await crash();
  expect((await current.get(ids[0] ?? '')).status).toBe('running');
});

test('the file that throws decides whether a library ended the process', () => {
  const urls = (files: string[]) => files.map((file) => pathToFileURL(file).href);
  const [library = '', code = ''] = [libraries[0], own[0]];
  const ofLibraries = [...libraries, ...urls(libraries)].map((file) => thrownIn(file));
  expect([...ofLibraries, thrownIn('node:events', library, code)].map(isBlamed)).not.toContain(false);
  const ofSvc = [...own, ...urls(own)].map((file) => thrownIn(file));
  expect([...ofSvc, thrownIn('node:events', code, library), thrownIn()].map(isBlamed)).not.toContain(true);
});

test('an end of the process more than an hour ago counts no more', () => {
  const suspects = new SuspectRuns(path);
  suspects.noteEnd(ofLibrary(), ['old', 'new'], () => true);
  const noted = JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>;
  const old = { ...noted['old'], at: Date.now() - 3_600_001 };
  writeFileSync(path, JSON.stringify({ ...noted, old }));
  expect(new SuspectRuns(path).ids).toEqual(['new']);
});

test('a damaged file of suspects begins the count again, and a start goes on', () => {
  writeFileSync(path, '{"01a2');
  expect(new SuspectRuns(path).ids).toEqual([]);
});
