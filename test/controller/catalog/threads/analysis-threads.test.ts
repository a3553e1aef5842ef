import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { globSync } from 'tinyglobby';
import { expect, onTestFinished, test } from 'vitest';
import { analysisLimits } from '../../../../controller/catalog/catalog.js';
import { createCatalog, isEntityFile, type Snapshot } from '../../../../controller/catalog/index.js';
import { createAnalyser } from '../../../../controller/catalog/parse/analyse.js';
import { conclude } from '../../../../controller/catalog/parse/analysis.js';
import {
  AnalysisThreads,
  type StartAnalysisThread,
} from '../../../../controller/catalog/threads/analysis-threads.js';
import { textWith } from '../../../../controller/catalog/threads/file-texts.js';
import { blobId } from '../../../../controller/git/index.js';
import { kinds } from '../../../../controller/kinds/index.js';
import { Problem } from '../../../../controller/problems/index.js';
import { analysisThreads } from '../../../../controller/start/open-reconciler.js';
import { readYaml } from '../../../../controller/yaml-edit/read/yaml-value.js';
import type { JsonObject } from '../../../../schemas/json/types.js';

const limits = analysisLimits();
const fixtures = join(import.meta.dirname, '../../../../fixtures');
const files = globSync('**/*.{yaml,yml,json}', { cwd: fixtures, absolute: true })
  .map((path) => ({ path: relative(fixtures, path), bytes: new Uint8Array(readFileSync(path)) }))
  .filter(({ path }) => isEntityFile(path));

test('a thread concludes what the event loop concludes, for every fixture', async () => {
  const threads = open(analysisThreads());
  const analyser = createAnalyser(kinds, limits);
  const expected = files.map(({ path, bytes }) => conclude(analyser.analyse(path, bytes)));
  expect(files.length).toBeGreaterThan(300);
  expect(await threads.analyse(files)).toEqual(expected);
});

test('a branch of large files is the same with threads and without', async () => {
  const lines = Array.from({ length: 800 }, (_, at) => `  v${at}: "\${ .a${at} | length }"`).join('\n');
  const tree = {
    'env.yaml': `kind: environment\nname: e\nvariables:\n${lines}\n`,
    'marked.yaml': `\ufeffkind: environment\nname: marked\nvariables:\n${lines}\n`,
    'flow.yaml': `document: { dsl: '1.0.3', namespace: t, name: f, version: '1.0.0' }\ndo:\n${tasks(1_000)}`,
    'bad.yaml': `document: { dsl: '1.0.3', namespace: t, name: g, version: '1.0.0' }\ndo:\n${tasks(500)}  - x: { st: 1 }\n`,
    'note.yaml': 'kind: annotation\nname: note\ntarget: { type: flow, name: nowhere }\ntext: x\n',
  };
  const [with_, without] = [await load(tree, analysisThreads()), await load(tree, undefined)];
  expect(without.findings.length).toBeGreaterThan(1);
  expect(look(with_)).toEqual(look(without));
});

test('a large text in a file of its own is checked in a thread, as on the event loop', async () => {
  const code = `${'// line\n'.repeat(5_000)}import fs from 'fs';\n`;
  const tree = {
    's.yaml': 'kind: script\nname: s\nlanguage: js\nfile: s.js\n',
    't.yaml': 'kind: script\nname: t\nlanguage: python\nfile: s.js\n',
    's.js': code,
  };
  const [with_, without] = [await load(tree, analysisThreads()), await load(tree, undefined)];
  expect(with_.findings).toMatchObject([{ file: 's.yaml', message: expect.stringContaining('s.js:5001:') }]);
  expect(with_.findings).toEqual(without.findings);
  const answer = [{ rule: 'script-syntax', offset: 0, message: 'from the thread' }];
  const analyser = createAnalyser(kinds, limits);
  const conclusions = Object.fromEntries(
    Object.entries(tree).map(([path, text]) => [path, conclude(analyser.analyse(path, Buffer.from(text)))]),
  );
  const stub = `const { parentPort } = require('node:worker_threads');
    const conclusions = ${JSON.stringify(conclusions)};
    parentPort.on('message', ({ files, checks }) => parentPort.postMessage(
      files ? files.map(({ path }) => conclusions[path]) : checks.map(() => ${JSON.stringify(answer)}),
    ));
    parentPort.postMessage('ready');`;
  const { findings } = await load(tree, (options) => new Worker(stub, { eval: true, ...options }));
  expect(findings.map(({ message }) => message)).toEqual(Array(2).fill('s.js:1:1: from the thread'));
});

test('a file that takes too long is a finding, and the files beside it are analysed', async () => {
  const threads = open(slowFor('slow.yaml'), 200);
  const answers = await threads.analyse(['a.yaml', 'slow.yaml', 'b.yaml'].map(fileAt));
  expect(answers.map(({ conclusions }) => conclusions)).toEqual([
    'a.yaml',
    expect.stringContaining('checking the file takes too much time or memory'),
    'b.yaml',
  ]);
});

test('a file that takes too much memory is a finding, and ends no more than its thread', async () => {
  const hungry = `require('node:worker_threads').parentPort.on('message', () => {
    const all = []; for (;;) all.push(new Array(1000).fill('x'.repeat(100)));
  }).postMessage('ready')`;
  const threads = open((options) => new Worker(hungry, { eval: true, ...options }));
  const [answer] = await threads.analyse([fileAt('a.yaml')]);
  expect(answer?.conclusions).toContain('too much time or memory');
});

test('callers take turns: one with many files does not hold up another one', async () => {
  const threads = open(slowFor(''));
  const done: string[] = [];
  const large = Array.from({ length: 20 }, (_, at) => ({
    ...fileAt(`${at}.yaml`),
    bytes: Buffer.alloc(300_000),
  }));
  const first = threads.analyse(large).then(() => done.push('many'));
  const second = threads.analyse([fileAt('one.yaml')]).then(() => done.push('one'));
  await Promise.all([first, second]);
  expect(done).toEqual(['one', 'many']);
});

const yamlLimits = { depth: 100, aliases: 100 };

test('a large definition is written in a thread as on the event loop, in a new file and an existing one', async () => {
  const threads = open(analysisThreads());
  const source = `# Orders\ndocument: { dsl: '1.0.3', namespace: t, name: f, version: '1.0.0' }\ndo:\n${tasks(1_000)}`;
  const definition: JsonObject = JSON.parse(JSON.stringify(readYaml(source, { limits: yamlLimits })));
  (definition['do'] as JsonObject[])[500] = { added: { set: { a: null } } };
  for (const wanted of [
    { definition, limits: yamlLimits, first: ['document'] },
    { definition, limits: yamlLimits, source },
  ]) {
    const text = await threads.textWith(wanted);
    expect(text).toBe(textWith(wanted));
    expect(text).toContain('added');
  }
});

test('a thread refuses what the event loop refuses, with the same problem', async () => {
  const threads = open(analysisThreads());
  const wanted = { definition: { a: 'x'.repeat(20_000), b: [[[1]]] }, limits: { depth: 2, aliases: 1 } };
  const refused = await threads.textWith(wanted).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Problem);
  expect(() => textWith(wanted)).toThrow(expect.objectContaining({ ...(refused as Problem) }));
});

test('a definition that takes too long to write is refused, and ends its thread alone', async () => {
  const never = `require('node:worker_threads').parentPort.on('message', () => { for (;;); }).postMessage('ready')`;
  const threads = open((options) => new Worker(never, { eval: true, ...options }), 200);
  const wanted = { definition: { a: 'x'.repeat(20_000) }, limits: yamlLimits };
  await expect(threads.textWith(wanted)).rejects.toMatchObject({ code: 'entity_invalid' });
});

test('closing ends an analysis under way', async () => {
  const threads = open(slowFor('slow.yaml'));
  const analysis = threads.analyse([fileAt('slow.yaml')]);
  await threads.close();
  await expect(analysis).rejects.toThrow('closed');
});

function tasks(count: number): string {
  return Array.from({ length: count }, (_, at) => `  - t${at}: { set: { a: '\${ .b + ${at} }' } }\n`).join(
    '',
  );
}

function fileAt(path: string) {
  return { path, bytes: new Uint8Array() };
}

function open(start: StartAnalysisThread, timeMs?: number): AnalysisThreads {
  const threads = new AnalysisThreads(start, limits, timeMs);
  onTestFinished(() => threads.close());
  return threads;
}

/** Starts threads that answer with the paths of the files, and never for one path. */
function slowFor(path: string): StartAnalysisThread {
  const code = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ files }) => {
      while (files.some(({ path }) => path === '${path}'));
      parentPort.postMessage(files.map(({ path }) => ({ text: '', conclusions: path })));
    });
    parentPort.postMessage('ready');`;
  return (options) => new Worker(code, { eval: true, ...options });
}

async function load(
  tree: Record<string, string>,
  startThread: StartAnalysisThread | undefined,
): Promise<Snapshot> {
  const catalog = createCatalog(kinds, { now: () => new Date(0), ...(startThread ? { startThread } : {}) });
  onTestFinished(() => catalog.close());
  const blobs = new Map(Object.values(tree).map((text) => [blobId(Buffer.from(text)), Buffer.from(text)]));
  const changes = Object.entries(tree).map(([path, text]) => ({ path, blobId: blobId(Buffer.from(text)) }));
  const empty = await catalog.load({
    branch: 'main',
    revision: 'r0',
    files: [],
    read: async () => new Map(),
  });
  return catalog.advance(empty, { revision: 'r1', changes, read: async () => blobs });
}

function look(snapshot: Snapshot) {
  const entities = ['flow', 'environment', 'annotation'].flatMap((kind) =>
    snapshot.list(kind).map(({ name, blobId, definition }) => ({ kind, name, blobId, definition })),
  );
  return { entities, findings: snapshot.findings };
}
