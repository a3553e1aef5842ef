import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Random } from '../../faults/random.js';
import { listRooms, listSources, listTests, type Room } from './rooms.js';
import { listMutants, type Mutant } from './sites.js';

// `npm run mutants` changes one place of the sources at a time, in a copy of the last commit, and runs the tests of the room that
// it is in. A change that no test notices shows a line that is not tested, or one that does nothing.

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    room: { type: 'string' },
    report: { type: 'string' },
    seconds: { type: 'string' },
  },
});

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The tests that are about the file come first; the others of the room run when these notice nothing. */
const nearest = 6;
/** Tests that take longer are ended, and have noticed the change: it may have made a loop endless. */
const maxMs = 600_000;

type Verdict = 'killed' | 'survived' | 'no test reaches it' | 'tests fail without it';

interface Chosen {
  room: Room;
  file: string;
  mutant: Mutant;
}

const random = new Random(Number(values.seed));
const endsAt =
  values.seconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + Number(values.seconds) * 1000;
const copy = mkdtempSync(join(tmpdir(), 'svc-mutants-'));
const counts = new Map<Verdict, number>();
execFileSync('git', ['worktree', 'add', '--quiet', '--detach', '--force', copy, 'HEAD'], { cwd: root });
try {
  for (const folder of ['node_modules', 'test/tools/node_modules'])
    if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(copy, folder));
  for (const chosen of choose(Number(values.count))) {
    if (Date.now() > endsAt) break;
    report(chosen, await judge(chosen));
  }
  const killed = counts.get('killed') ?? 0;
  const tried = killed + (counts.get('survived') ?? 0) + (counts.get('no test reaches it') ?? 0);
  console.log(`\n${killed} of ${tried} changes noticed by the room's own tests (seed ${random.seed})`);
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root });
  rmSync(copy, { recursive: true, force: true });
}

/** The rooms take turns, so that a small one counts as much as a large one. */
function choose(count: number): Chosen[] {
  const byRoom = listRooms(copy)
    .filter(({ folder }) => values.room === undefined || folder.startsWith(values.room))
    .map((room) => listPlaces(room))
    .filter((places) => places.length > 0);
  const turns = Math.ceil(count / Math.max(1, byRoom.length));
  return Array.from({ length: turns })
    .flatMap(() => random.shuffled(byRoom).map((places) => random.pick(places)))
    .slice(0, count);
}

function listPlaces(room: Room): Chosen[] {
  return listSources(copy, room.folder).flatMap((file) =>
    listMutants(file, readFileSync(join(copy, file), 'utf8')).map((mutant) => ({ room, file, mutant })),
  );
}

async function judge({ room, file, mutant }: Chosen): Promise<Verdict> {
  const tests = listTests(copy, room, file);
  if (tests.length === 0) return 'no test reaches it';
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  const groups = [tests.slice(0, nearest), tests.slice(nearest)].filter((group) => group.length > 0);
  for (const group of groups) {
    writeFileSync(path, text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end));
    const passed = await pass(group);
    writeFileSync(path, text);
    if (!passed) return (await pass(group)) ? 'killed' : 'tests fail without it';
  }
  return 'survived';
}

async function pass(tests: readonly string[]): Promise<boolean> {
  const program = spawn('npx', ['vitest', 'run', '--bail=1', '--reporter=dot', ...tests], {
    cwd: copy,
    stdio: 'ignore',
    detached: true,
  });
  const { pid } = program;
  const timer = setTimeout(() => pid !== undefined && process.kill(-pid, 'SIGKILL'), maxMs);
  try {
    const [code] = (await once(program, 'exit')) as [number | null];
    return code === 0;
  } finally {
    clearTimeout(timer);
  }
}

function report({ file, mutant }: Chosen, verdict: Verdict): void {
  counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const line = `${verdict.padEnd(22)}${file}:${mutant.line}  ${mutant.change}`;
  console.log(line);
  if (values.report !== undefined) appendFileSync(values.report, `${line}\n`);
}
