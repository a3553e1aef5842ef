import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openRepository } from '../../../controller/git/index.js';
import { DatabaseAppliedStore } from '../../../controller/reconciler/index.js';
import { openSqliteStorage } from '../../../controller/storage/index.js';
import { eventually, temporaryFolder } from '../git/git-fixture.js';
import { PushedRepository } from './pushed-repository.js';

const ROUNDS = 5;

const folder = fileURLToPath(new URL('../../../node_modules/.cache/svc-kill', import.meta.url));
const script = join(folder, `${process.pid}.mjs`);

// Compiled once: a process of these tests is to start within a moment.
beforeAll(async () => {
  const entryPoints = [fileURLToPath(new URL('./reconcile-process.ts', import.meta.url))];
  const options = { bundle: true, packages: 'external', platform: 'node', format: 'esm' } as const;
  await build({ entryPoints, outfile: script, plugins: [keepPlaces], ...options });
  return () => rmSync(script, { force: true });
});

/** Files that are read from beside a module are still looked for there. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};

/** The state on disk: the revision in service, name and text of held versions, the confirmed revision. */
interface OnDisk {
  revision: string | undefined;
  held: string[];
  confirmed: string | undefined;
}

test('killed while it applies commits, the state on disk is the one before or the one after', async () => {
  const data = temporaryFolder();
  const repository = await pushable(data);
  let files: Record<string, string> = { ...environments(30), 'a.yaml': environment('a', 'x0') };
  let before = repository.push('main', files);
  let heldBefore: string[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const child = new Reconciling(data);
    await child.until(({ applied }) => applied === before);
    // In turns: `a` breaks and its last version is held, `a` is mended.
    const isBroken = round % 2 === 1;
    const good = files['a.yaml'] ?? '';
    files = { ...files, ...environments(30, `v${round}`) };
    files['a.yaml'] = isBroken ? `${good}nonsense: 1\n` : environment('a', `x${round}`);
    const after = repository.push('main', files);
    const heldAfter = isBroken ? [`a ${good}`] : [];
    await pause(Math.random() * 60);
    await child.kill();
    expect([
      { revision: before, held: heldBefore, confirmed: undefined },
      { revision: after, held: heldAfter, confirmed: undefined },
    ]).toContainEqual(await onDisk(data));
    [before, heldBefore] = [after, heldAfter];
  }
  const last = new Reconciling(data);
  await last.until(({ applied }) => applied === before);
  await last.kill();
  expect(await onDisk(data)).toEqual({ revision: before, held: heldBefore, confirmed: undefined });
}, 120_000);

test('killed while deletions are confirmed, they are confirmed or not, and never applied unasked', async () => {
  const data = temporaryFolder();
  const repository = await pushable(data);
  const full = environments(30);
  for (let round = 0; round < 2; round++) {
    const before = repository.push('main', {
      ...full,
      [`${round}.yaml`]: environment(`round-${round}`, 'x'),
    });
    const first = new Reconciling(data);
    await first.until(({ applied }) => applied === before);
    const pruned = repository.push('main', environments(2));
    await first.until(({ held }) => held === pruned);
    expect(await onDisk(data)).toEqual({ revision: before, held: [], confirmed: undefined });
    first.confirm();
    await pause(Math.random() * 20);
    await first.kill();
    const left = await onDisk(data);
    expect([
      { revision: before, held: [], confirmed: undefined },
      { revision: before, held: [], confirmed: pruned },
      { revision: pruned, held: [], confirmed: undefined },
    ]).toContainEqual(left);

    const second = new Reconciling(data);
    const isAsked = left.confirmed !== undefined || left.revision === pruned;
    await second.until(({ applied, held }) => (isAsked ? applied === pruned : held === pruned));
    await second.kill();
  }
}, 120_000);

/** A reconciler in a process of its own. */
class Reconciling {
  readonly #child: ChildProcess;
  #status: { applied?: string; held?: string } = {};
  #errors = '';

  constructor(data: string) {
    const child = spawn(process.execPath, [script, data], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child = child;
    onTestFinished(() => void child.kill('SIGKILL'));
    if (child.stdout) createInterface(child.stdout).on('line', (line) => (this.#status = JSON.parse(line)));
    child.stderr?.on('data', (chunk) => (this.#errors += chunk));
  }

  confirm(): void {
    this.#child.stdin?.write('confirm\n');
  }

  async until(condition: (status: { applied?: string; held?: string }) => boolean): Promise<void> {
    await eventually(() => {
      if (this.#child.exitCode !== null) throw new Error(`the process ended:\n${this.#errors}`);
      return condition(this.#status);
    });
  }

  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }
}

async function onDisk(data: string): Promise<OnDisk> {
  const storage = await openSqliteStorage(join(data, 'svc.db'));
  const stored = await new DatabaseAppliedStore(storage).load('main');
  await storage.close();
  return {
    revision: stored?.revision,
    held: (stored?.held ?? []).map(({ name, content }) => `${name} ${content}`),
    confirmed: stored?.confirmed,
  };
}

async function pushable(data: string): Promise<PushedRepository> {
  const dir = join(data, 'repository.git');
  await openRepository(dir);
  return new PushedRepository(dir);
}

function environments(count: number, value = 'v0'): Record<string, string> {
  const names = Array.from({ length: count }, (_, index) => `e${index}`);
  return Object.fromEntries(names.map((name) => [`many/${name}.yaml`, environment(name, value)]));
}

function environment(name: string, value: string): string {
  return `kind: environment\nname: ${name}\nvariables: { value: ${value} }\n`;
}

/** Not to wait for something: to choose the moment. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
