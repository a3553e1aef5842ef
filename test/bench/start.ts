import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { removeFolder } from '../remove-folder.js';
import { bareProgram } from './bare-start.js';
import { median, table } from './measure.js';
import { makeCorpus, writeCorpus } from './validate-corpus.js';

const rounds = Number(process.env['SVC_BENCH_PAIRS'] ?? 11);
const entities = 100;
const idleMs = 5_000;
const root = resolve(import.meta.dirname, '../..');
/** Another Node than that of the bench. */
const node = process.env['SVC_BENCH_NODE'] ?? process.execPath;

interface Program {
  name: string;
  args: readonly string[];
  /** The file that the program writes with its address once it listens. */
  file: string;
}

interface Start {
  ms: number;
  /** Processor time of the program until it was ready. */
  processorMs: number;
  /** Resident memory when ready, and after some idle seconds. */
  ready: number;
  idle: number;
}

/**
 * Measures the start of the service, from the spawn of the process until `/readyz` answers 200, beside that of a bare
 * Fastify program, and the memory of both when idle. The first start of each program, which fills caches, does not count.
 */
export async function bench(): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  try {
    const programs = [
      bare(scratch),
      service(`svc serve, a folder of ${entities} entities`, root, makeFolder(scratch, 'folder')),
      service(`svc serve, a Git repository of ${entities} entities`, root, await makeRepository(scratch)),
      ...(await besides(scratch)),
    ];
    const starts = new Map<Program, Start[]>(programs.map((program) => [program, []]));
    for (const program of programs) await measure(program, 0);
    // Programs take turns, each round beginning with another one.
    for (let round = 0; round < rounds; round++)
      for (let turn = 0; turn < programs.length; turn++) {
        const program = programs[(round + turn) % programs.length] as Program;
        starts.get(program)?.push(await measure(program, round < 3 ? idleMs : 0));
      }
    print(starts);
  } finally {
    removeFolder(scratch);
  }
}

/** The same service of another, built checkout, which `SVC_BENCH_BESIDE` names. */
async function besides(scratch: string): Promise<Program[]> {
  const other = process.env['SVC_BENCH_BESIDE'];
  if (other === undefined) return [];
  return [
    service('the other version, a folder', resolve(other), makeFolder(scratch, 'other-folder')),
    service('the other version, Git', resolve(other), await makeRepository(scratch, 'other-repository')),
  ];
}

function bare(scratch: string): Program {
  const file = join(scratch, 'bare.json');
  return { name: 'bare Fastify', args: ['--input-type=module', '--eval', bareProgram, file], file };
}

function service(name: string, checkout: string, dir: string): Program {
  const main = join(checkout, 'dist/cli/main.js');
  return { name, args: [main, 'serve', '--dir', dir, '--port', '0'], file: join(dir, '.svc', 'server.json') };
}

/** A folder with entities of several kinds. */
function makeFolder(scratch: string, name: string): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  writeCorpus(folder, makeCorpus(entities));
  return folder;
}

async function makeRepository(scratch: string, name = 'repository'): Promise<string> {
  const folder = makeFolder(scratch, name);
  const git = (...args: string[]) =>
    execa('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', ...args], { cwd: folder });
  await git('init', '-q', '-b', 'main');
  await git('add', '.');
  await git('commit', '-q', '-m', 'Entities');
  return folder;
}

async function measure({ name, args, file }: Program, idle: number): Promise<Start> {
  rmSync(file, { force: true });
  const begun = performance.now();
  const child = spawn(node, args, { cwd: root, stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    while (!existsSync(file)) await pause(child, name);
    const { url } = JSON.parse(readFileSync(file, 'utf8')) as { url: string };
    while (!(await isReady(url))) await pause(child, name);
    const ms = performance.now() - begun;
    const start = { ms, processorMs: processorMs(child), ready: residentMiB(child) };
    await delay(idle);
    return { ...start, idle: idle > 0 ? residentMiB(child) : Number.NaN };
  } finally {
    child.kill();
    await ended;
  }
}

async function pause(child: ChildProcess, name: string): Promise<void> {
  if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
  await delay(2);
}

function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request(`${url}/readyz`, { agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    sent.once('error', () => resolve(false));
    sent.end();
  });
}

/** User and system time, fields 14 and 15 of `/proc/<pid>/stat` in ticks of 10 ms (proc(5)). */
function processorMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentMiB({ pid }: ChildProcess): number {
  const [, kiB] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kiB) / 1024;
}

function print(starts: ReadonlyMap<Program, readonly Start[]>): void {
  const [yardstick = []] = starts.values();
  const rows = [...starts].map(([{ name }, each]) => [
    name,
    ...(['ms', 'processorMs'] as const).flatMap((field) => {
      const ratios = each.map((start, round) => start[field] / (yardstick[round]?.[field] ?? Number.NaN));
      return [median(each.map((start) => start[field])).toFixed(0), median(ratios).toFixed(2)];
    }),
    median(each.map(({ ready }) => ready)).toFixed(0),
    median(each.flatMap(({ idle }) => (Number.isNaN(idle) ? [] : [idle]))).toFixed(0),
  ]);
  console.log(
    `Median of ${rounds} second starts in turns, ${node}; memory after ${idleMs / 1_000} s without requests.`,
  );
  console.log('Aims: ready in 500 ms, 110 MiB when idle.\n');
  table(['', 'ready ms', 'ratio', 'processor ms', 'ratio', 'MiB ready', 'MiB idle'], rows);
}
