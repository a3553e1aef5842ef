import { execFileSync } from 'node:child_process';
import { eventually, patience } from '../../eventually.js';
import { isFinal, RunsApi, type SeenRun } from '../runs/runs-api.js';
import type { Caller } from './caller.js';
import type { Clients } from './clients.js';
import { notes } from './entities.js';
import type { EndedRun, EndState, Firing, OpenedTask, Operation, Stretch } from './recording.js';
import type { Site } from './site.js';

interface Sources {
  readonly site: Site;
  readonly caller: Caller;
  readonly clients: Clients;
  readonly ready: readonly Stretch[];
}

/** Waits until all runs have ended and all writes have arrived at the repository, and reads the state of the service. */
export async function readEndState({ site, caller, clients, ready }: Sources): Promise<EndState> {
  const request = async (path: string) => Response.json(await caller.read(path));
  const api = new RunsApi({ request }, 'main');
  const isEnded = (run: SeenRun) => run.flow === 'tick' || isFinal(run);
  // Runs that do not end are violations, which the check names.
  await eventually(async () => {
    await clients.answerAll();
    return [...(await api.all()).values()].every(isEnded);
  }, patience).catch(() => {});
  await clients.readAll();
  await untilPushed(site, clients.operations);
  const runs = [...(await api.all()).values()];
  return {
    runs: runs.filter(({ flow }) => flow !== 'tick').map(toEndedRun),
    firings: runs.filter(({ flow }) => flow === 'tick').map(toFiring),
    tasks: await readTasks(caller),
    ready,
    commits: readCommits(site),
  };
}

function toEndedRun({ id, flow, status, input, output }: SeenRun): EndedRun {
  const { n } = input as { n: number };
  return {
    id,
    flow,
    status,
    n,
    output,
  };
}

function toFiring({ id, input }: SeenRun): Firing {
  const { time } = input as { time: string };
  return {
    at: Date.parse(time),
    run: id,
  };
}

async function readTasks(caller: Caller): Promise<OpenedTask[]> {
  const tasks: OpenedTask[] = [];
  for (const status of ['open', 'completed', 'overdue', 'cancelled']) {
    let cursor: string | null = '';
    while (cursor !== null) {
      const more: string = cursor && `&cursor=${cursor}`;
      const page = (await caller.read(
        `/api/v1/platform/human-tasks?mine=false&limit=200&status=${status}${more}`,
      )) as { items: OpenedTask[]; nextCursor: string | null };
      tasks.push(...page.items);
      cursor = page.nextCursor;
    }
  }
  return tasks;
}

/** Waits until the repository ends with what was read last. A difference that stays is a violation, which the check names. */
async function untilPushed(site: Site, operations: readonly Operation[]): Promise<void> {
  const isPushed = () =>
    [...readCommits(site)].every(([register, history]) => {
      const last = operations.findLast(
        (each) => each.kind === 'read' && each.register === register && each.result !== undefined,
      );
      return last?.kind === 'read' && last.result === (history.at(-1) ?? 0);
    });
  await eventually(isPushed, patience / 2).catch(() => {});
}

/** The writes of each entity in the order of the history. */
function readCommits({ repository }: Site): Map<string, number[]> {
  return new Map(notes.map((name) => [`flow/${name}`, readHistory(repository, `flows/${name}.yaml`)]));
}

/** The numbers that the commits after the first one give to a file. */
function readHistory(repository: string, path: string): number[] {
  const log = ['log', '--reverse', '--first-parent', '-m', '--unified=0', '--format=', '--patch'];
  const text = execFileSync('git', [...log, 'main', '--', path], { cwd: repository, encoding: 'utf8' });
  return [...text.matchAll(/^\+\s+n: (\d+)$/gm)].map(([, n]) => Number(n)).filter((n) => n !== 0);
}
