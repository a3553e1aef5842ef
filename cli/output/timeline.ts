import type { Run, TaskRecord } from '../../controller/runs/contract.js';
import type { OutputStream } from '../command.js';
import { durationText } from './duration.js';
import type { Palette } from './palette.js';
import { printable } from './printable.js';

export interface TimelineOptions {
  stream: OutputStream;
  palette: Palette;
}

interface News {
  readonly task: TaskRecord;
  readonly isHeading: boolean;
  /** When it happened, ISO 8601. */
  readonly time: string;
  /** Orders what happened in the same millisecond. */
  readonly rank: number;
}

const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const containers = new Set(['do', 'for', 'fork', 'try']);
const clearLine = '\r\u001B[2K';
const upOneLine = '\u001B[1A';

/**
 * A run on the terminal, task by task: each task has a line once it has ended, tasks that hold others a heading when
 * they start. On a terminal those in progress are shown below, redrawn in place; elsewhere nothing is ever redrawn.
 */
export class Timeline {
  readonly #stream: OutputStream;
  readonly #palette: Palette;
  readonly #printed = new Set<string>();
  readonly #told = new Set<string>();
  #liveLines = 0;
  #turn = 0;

  constructor({ stream, palette }: TimelineOptions) {
    this.#stream = stream;
    this.#palette = palette;
  }

  start(run: Pick<Run, 'id' | 'flow' | 'branch' | 'revision' | 'environment'>): void {
    const { bold, dim } = this.#palette;
    const environment = run.environment === null ? '' : ` in ${printable(run.environment)}`;
    const place = `${printable(run.branch)}@${run.revision.slice(0, 8)}${environment}`;
    this.#stream.write(`${bold(printable(run.flow))} ${dim(`${place}, run ${run.id}`)}\n`);
  }

  /** Takes the whole timeline as it stands now; prints what is new in it, in the order it happened. */
  update(tasks: readonly TaskRecord[]): void {
    this.#eraseLive();
    const news = tasks.flatMap((task, at) => this.#newsOf(task, at));
    news.sort((one, other) => compareText(one.time, other.time) || one.rank - other.rank);
    for (const { task, isHeading } of news) {
      const line = isHeading
        ? this.#describe(this.#palette.dim('▸'), task, '')
        : this.#describe(this.#mark(task), task, this.#remark(task));
      this.#stream.write(`${line}\n`);
    }
    if (this.#stream.isTTY) this.#drawLive(tasks.filter(isInProgress));
  }

  end(run: Pick<Run, 'status' | 'durationMs'>): void {
    this.#eraseLive();
    const { green, red, yellow } = this.#palette;
    const took = run.durationMs === null ? '' : ` in ${durationText(run.durationMs)}`;
    const mark = { completed: green('✓'), faulted: red('✗') }[run.status as string] ?? yellow('■');
    this.#stream.write(`${mark} ${run.status}${took}\n`);
  }

  /** What has not been printed of a task: that it began, for one that holds others, and that it ended. */
  #newsOf(task: TaskRecord, at: number): News[] {
    const isContainer = containers.has(task.task);
    const news: News[] = [];
    // The next attempt of a task that stands there already is told by its one line.
    const hasHeading = isContainer && task.status !== 'skipped' && task.status !== 'retried';
    if (hasHeading && this.#isNew(`${task.key} begins`))
      news.push({ task, isHeading: true, time: task.startedAt, rank: at });
    const isTold = !isContainer || !['completed', 'cancelled'].includes(task.status);
    if (isTold && !isInProgress(task) && this.#isNew(task.key)) {
      // What ended in the same millisecond ended from the inside out.
      const rank = isContainer ? Number.MAX_SAFE_INTEGER - at : at;
      news.push({ task, isHeading: false, time: task.endedAt ?? task.startedAt, rank });
    }
    return news;
  }

  #isNew(id: string): boolean {
    if (this.#printed.has(id)) return false;
    this.#printed.add(id);
    return true;
  }

  #describe(mark: string, task: TaskRecord, remark: string): string {
    const indent = '  '.repeat(depthOf(task.reference) + 1);
    const name = `${printable(task.name)}${iterationOf(task.key)}`.padEnd(Math.max(28 - indent.length, 1));
    return `${indent}${mark} ${name} ${this.#palette.dim(task.task.padEnd(6))} ${remark}`.trimEnd();
  }

  #mark({ status }: TaskRecord): string {
    const { green, red, yellow, dim } = this.#palette;
    if (status === 'completed') return green('✓');
    if (status === 'faulted') return red('✗');
    if (status === 'retried') return yellow('↻');
    return dim('-');
  }

  #remark(task: TaskRecord): string {
    const { red, yellow, dim } = this.#palette;
    const took = task.durationMs === null ? '' : durationText(task.durationMs);
    const why = task.error ? printable(task.error.detail ?? task.error.title ?? task.error.type) : '';
    // An error on its way up is told once, where it came from.
    const isPassedOn = why !== '' && containers.has(task.task) && this.#told.has(why);
    this.#told.add(why);
    if (isPassedOn && task.status === 'faulted')
      return `${red(String(task.error?.status ?? ''))} ${dim(took)}`;
    if (isPassedOn && task.status === 'retried') return yellow(`attempt ${task.attempt}`);
    if (task.status === 'faulted') return `${red(`${task.error?.status ?? ''} ${why}`.trim())} ${dim(took)}`;
    if (task.status === 'retried') return `${yellow(`attempt ${task.attempt}: ${why}`)} ${dim(took)}`;
    if (task.status !== 'completed') return dim(task.status);
    return dim(task.attempt > 1 ? `${took}, attempt ${task.attempt}` : took);
  }

  #drawLive(inProgress: readonly TaskRecord[]): void {
    const frame = spinner[this.#turn++ % spinner.length] ?? '';
    const leaves = inProgress.filter((task) => !containers.has(task.task));
    for (const task of leaves.slice(0, 8)) {
      const since = durationText(Math.max(Date.now() - Date.parse(task.startedAt), 0));
      const plain = task.status === 'waiting' ? `waiting, ${since}` : since;
      const line = this.#describe(this.#palette.cyan(frame), task, this.#palette.dim(plain));
      this.#stream.write(`${line}\n`);
      this.#liveLines += 1;
    }
  }

  #eraseLive(): void {
    if (this.#liveLines === 0) return;
    this.#stream.write(`${`${upOneLine}${clearLine}`.repeat(this.#liveLines)}`);
    this.#liveLines = 0;
  }
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function isInProgress({ status }: TaskRecord): boolean {
  return status === 'running' || status === 'waiting';
}

/** How many tasks the reference passes through on its way. */
function depthOf(reference: string): number {
  return Math.max((reference.match(/\/\d+\//g)?.length ?? 1) - 1, 0);
}

/** The iterations of the loops around a step: ` [3]`, ` [3.0]`. */
function iterationOf(key: string): string {
  const iterations = [...key.matchAll(/@(\d+)/g)].map((match) => match[1]);
  return iterations.length === 0 ? '' : ` [${iterations.join('.')}]`;
}
