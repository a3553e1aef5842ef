import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openRepository } from '../../../../controller/git/index.js';
import { EntityBlobs } from '../../../../controller/writes/versions/entity-blobs.js';
import { findFile, traceEntity } from '../../../../controller/writes/versions/entity-trace.js';
import { temporaryFolder } from '../../git/git-fixture.js';
import { openStorage } from '../../storage/engines.js';

const limits = { MaxEntityFileBytes: 1_048_576, MaxYamlDepth: 64, MaxYamlNodes: 10_000 } as never;
const names = ['a', 'b'];
/** The last has a byte that is no UTF-8, a quotation mark and a line break, in Git's notation. */
const paths = ['connections/a.yaml', 'connections/b.yaml', 'one.yaml', 'x/two.yaml', 'x/caf\\351"\\012.yaml'];

interface File {
  name: string;
  text: string;
  isProgram: boolean;
}
type Tree = Readonly<Record<string, File>>;
interface Made {
  parents: readonly number[];
  tree: Tree;
}

const step = fc.record({
  op: fc.constantFrom(
    'write',
    'write',
    'write',
    'move',
    'move',
    'delete',
    'mode',
    'swap',
    'branch',
    'merge',
    'merge',
  ),
  name: fc.constantFrom(...names),
  path: fc.constantFrom(...paths),
  choice: fc.nat({ max: 3 }),
  moves: fc.boolean(),
});

/** Makes a history of commits, of which the last is the tip; each entity has one file at most in each of them. */
function makeHistory(
  steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
): Made[] {
  const made: Made[] = [{ parents: [], tree: {} }];
  const heads = [0, 0];
  let current = 0;
  for (const [at, { op, name, path, choice, moves }] of steps.entries()) {
    const head = heads[current] ?? 0;
    const tree: Record<string, File> = { ...made[head]?.tree };
    const place = Object.keys(tree).find((each) => tree[each]?.name === name);
    const before = place === undefined ? undefined : tree[place];
    const other = heads[1 - current] ?? 0;
    if (op === 'branch') {
      heads[1 - current] = head;
      current = 1 - current;
      continue;
    }
    if (op === 'merge') {
      // As git-merge(1) with `ours` or `theirs`, with each entity of one of the sides, or with a change of the merge itself.
      const theirs = made[other]?.tree ?? {};
      const merged = choice === 0 ? tree : choice === 1 ? { ...theirs } : mix(tree, theirs, moves);
      if (choice === 3)
        for (const each of Object.keys(merged).slice(0, 1)) merged[each] = edit(merged[each], at);
      heads[current] = made.push({ parents: [head, other], tree: merged }) - 1;
      continue;
    }
    if (op === 'write' && before && place) tree[place] = edit(before, at);
    else if (op === 'write' && !tree[path]) tree[path] = { name, text: `text ${at}`, isProgram: false };
    else if (op === 'move' && before && place && !tree[path]) {
      delete tree[place];
      tree[path] = moves ? edit(before, at) : before;
    } else if (op === 'delete' && place) delete tree[place];
    else if (op === 'mode' && before && place) tree[place] = { ...before, isProgram: !before.isProgram };
    else if (op === 'swap') {
      // One commit deletes an entity, and adds another one that is very similar.
      const next = names.find((each) => each !== name) ?? name;
      if (
        !before ||
        !place ||
        Object.values(tree).some((each) => each.name === next) ||
        (moves && tree[path])
      )
        continue;
      delete tree[place];
      tree[moves ? path : place] = { ...before, name: next };
    } else continue;
    heads[current] = made.push({ parents: [head], tree }) - 1;
  }
  const [one = 0, two = 0] = [heads[current], heads[1 - current]];
  if (one !== two) made.push({ parents: [one, two], tree: { ...made[one]?.tree } });
  return made;
}

function mix(ours: Tree, theirs: Tree, isOurs: boolean): Record<string, File> {
  const mixed: Record<string, File> = {};
  for (const name of names) {
    const from = (name === 'a') === isOurs ? ours : theirs;
    const place = Object.keys(from).find((each) => from[each]?.name === name);
    const file = place === undefined ? undefined : from[place];
    if (place !== undefined && file && !mixed[place]) mixed[place] = file;
  }
  return mixed;
}

function edit(file: File | undefined, at: number): File {
  return { name: file?.name ?? 'a', text: `${file?.text} ${at}`, isProgram: file?.isProgram ?? false };
}

function content({ name, text }: File): string {
  return `kind: connection\nname: ${name}\nconnector: http\ntitle: A connection of a team, which all of them share\nconfig: { note: ${text} }\n`;
}

/** Imports histories as branches of their own; returns the ids of the commits. */
function importAll(gitDir: string, histories: readonly Made[][]): string[][] {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const lines: string[] = [];
  const marks = join(gitDir, 'marks');
  let mark = 0;
  const numbers = histories.map((history, number) => {
    const own: number[] = [];
    for (const [at, { parents, tree }] of history.entries()) {
      own.push(++mark);
      const [first, ...others] = parents.map((parent) => `:${own[parent]}`);
      lines.push(`commit refs/heads/h${number}\nmark :${mark}\n`);
      lines.push(`committer Ada <ada@example.com> ${1_700_000_000 + at} +0000\n${data(`c${at}`)}`);
      if (first !== undefined) lines.push(`from ${first}\n`, ...others.map((other) => `merge ${other}\n`));
      lines.push('deleteall\n');
      for (const [path, file] of Object.entries(tree))
        lines.push(
          `M ${file.isProgram ? '100755' : '100644'} inline "${path.replaceAll('"', '\\"')}"\n${data(content(file))}`,
        );
    }
    return own;
  });
  execFileSync('git', ['--git-dir', gitDir, 'fast-import', '--quiet', '--force', `--export-marks=${marks}`], {
    input: lines.join(''),
  });
  const listed = execFileSync('cat', [marks]).toString().trim().split('\n');
  const ids = new Map(listed.map((line) => line.slice(1).split(' ') as [string, string]));
  return numbers.map((own) => own.map((number) => ids.get(`${number}`) ?? ''));
}

function findState(tree: Tree | undefined, name: string): { path: string; text: string } | undefined {
  const path = Object.keys(tree ?? {}).find((each) => tree?.[each]?.name === name);
  const file = path === undefined ? undefined : tree?.[path];
  return path === undefined || !file
    ? undefined
    : { path, text: `${path} ${file.isProgram} ${content(file)}` };
}

/** Tells by the names alone what each commit did to an entity. */
function listExpected(history: readonly Made[], name: string): string[] {
  const lines: string[] = [];
  for (const [at, { parents, tree }] of history.entries()) {
    const after = findState(tree, name);
    const befores = parents.map((parent) => findState(history[parent]?.tree, name));
    if (after === undefined && befores.length === 0) continue;
    if (befores.some((each) => each?.text === after?.text)) continue;
    const [before] = befores;
    if (!before) lines.push(`c${at} added ${after?.path}`);
    else if (!after) lines.push(`c${at} deleted ${before.path}`);
    else if (before.path === after.path) lines.push(`c${at} modified ${after.path}`);
    else lines.push(`c${at} renamed ${after.path} from ${before.path}`);
  }
  return lines.reverse();
}

/** Histories that are made up; more of them show more. */
const runs = Number(process.env['SVC_HISTORIES'] ?? 60);

test.each([
  ['from the index', true],
  ['by walking', false],
])(
  'an entity is followed by its name through moves, merges, modes and others in its place, %s',
  async (_, isIndexed) => {
    const dir = join(temporaryFolder(), 'repository.git');
    execFileSync('git', ['init', '-q', '--bare', dir]);
    const histories = fc
      .sample(fc.array(step, { minLength: 5, maxLength: 24 }), { numRuns: runs, seed: 39 })
      .map(makeHistory);
    const ids = importAll(dir, histories);
    const storage = isIndexed ? await openStorage(join(temporaryFolder(), 'svc.db')) : undefined;
    onTestFinished(() => storage?.close());
    const repository = await openRepository(dir, { storage });
    onTestFinished(() => repository.close());
    const tools = { repository, blobs: new EntityBlobs(repository, limits) };
    const seen = new Map<string, number>();
    for (const [number, history] of histories.entries()) {
      const commits = ids[number] ?? [];
      const tip = commits.at(-1) ?? '';
      for (const name of names) {
        const address = { branch: `h${number}`, type: 'connection', name };
        const trace = await traceEntity(tools, { tip, address, starts: paths });
        const lines = trace.commits.map(({ commit, change, path, previousPath }) => {
          const from = previousPath === undefined ? '' : ` from ${previousPath}`;
          seen.set(change, (seen.get(change) ?? 0) + 1);
          return `c${commits.indexOf(commit)} ${change} ${path}${from}`;
        });
        expect(lines, JSON.stringify(history)).toEqual(listExpected(history, name));
        for (const [at, commit] of commits.entries()) {
          const file = await findFile(tools, commit, { address, paths: new Set(trace.paths) });
          expect(file?.path).toBe(findState(history[at]?.tree, name)?.path);
        }
      }
    }
    for (const change of ['added', 'modified', 'deleted', 'renamed'])
      expect(seen.get(change)).toBeGreaterThan(runs / 4);
  },
);

test('where one of its files is enough to find all others', async () => {
  const moving = fc.array(
    step.map((each) =>
      each.op === 'delete' || each.op === 'swap' ? { ...each, op: 'move' as const } : each,
    ),
    { minLength: 5, maxLength: 24 },
  );
  const histories = fc.sample(moving, { numRuns: runs, seed: 40 }).map(makeHistory);
  const dir = join(temporaryFolder(), 'repository.git');
  execFileSync('git', ['init', '-q', '--bare', dir]);
  const ids = importAll(dir, histories);
  const repository = await openRepository(dir);
  onTestFinished(() => repository.close());
  const tools = { repository, blobs: new EntityBlobs(repository, limits) };
  let longest = 0;
  for (const [number, history] of histories.entries()) {
    const tip = ids[number]?.at(-1) ?? '';
    for (const name of names) {
      const now = findState(history.at(-1)?.tree, name)?.path;
      // Sides that added it by themselves at other paths are several beginnings.
      const beginnings = listExpected(history, name).filter((line) => line.includes(' added '));
      if (now === undefined || beginnings.length > 1) continue;
      const address = { branch: `h${number}`, type: 'connection', name };
      const trace = await traceEntity(tools, { tip, address, starts: [now] });
      expect(trace.commits.length, JSON.stringify(history)).toBe(listExpected(history, name).length);
      longest = Math.max(longest, trace.paths.size);
    }
  }
  expect(longest).toBeGreaterThan(2);
});
