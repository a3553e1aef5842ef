import type { Run, TaskRecord } from '../../controller/runs/contract.js';
import type { OutputStream } from '../contract/io.js';
import type { Palette } from './terminal/palette.js';
import { printable } from './terminal/printable.js';
import { durationText } from './time-text.js';

interface TaskEvent {
  readonly task: TaskRecord;
  readonly isHeading: boolean;
  /** ISO 8601. */
  readonly time: string;
  /** Orders events of the same millisecond. */
  readonly rank: number;
}

const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const containers = new Set(['do', 'for', 'fork', 'try']);
const clearLine = '\r\u001B[2K';
const upOneLine = '\u001B[1A';

/**
 * Shows a run task by task: one line when a task has ended, and a heading when a task that contains others starts. On a
 * terminal the tasks in progress stand below and are redrawn in place; other streams only receive new lines.
 */
export class Timeline {
  readonly #printed = new Set<string>();
  readonly #shownErrors = new Set<string>();
  #liveLines = 0;
  #frame = 0;

  constructor(
    private readonly stream: OutputStream,
    private readonly palette: Palette,
  ) {}

  start(run: Pick<Run, 'id' | 'flow' | 'branch' | 'revision' | 'environment'>): void {
    const { bold, dim } = this.palette;
    const environment = run.environment === null ? '' : ` in ${printable(run.environment)}`;
    const place = `${printable(run.branch)}@${run.revision.slice(0, 8)}${environment}`;
    this.stream.write(`${bold(printable(run.flow))} ${dim(`${place}, run ${run.id}`)}\n`);
  }

  /** Takes all tasks of the run so far, and prints what is new among them in the order of events. */
  update(tasks: readonly TaskRecord[]): void {
    this.#eraseLive();
    const events = tasks.flatMap((task, at) => this.#newEvents(task, at));
    events.sort((a, b) => (a.time === b.time ? a.rank - b.rank : a.time < b.time ? -1 : 1));
    for (const { task, isHeading } of events) {
      const line = isHeading
        ? this.#describe(this.palette.dim('▸'), task, '')
        : this.#describe(this.#mark(task), task, this.#remark(task));
      this.stream.write(`${line}\n`);
    }
    if (this.stream.isTTY) this.#drawLive(tasks.filter(isInProgress));
  }

  end(run: Pick<Run, 'status' | 'durationMs'>): void {
    this.#eraseLive();
    const { green, red, yellow } = this.palette;
    const took = run.durationMs === null ? '' : ` in ${durationText(run.durationMs)}`;
    const mark = { completed: green('✓'), faulted: red('✗') }[run.status as string] ?? yellow('■');
    this.stream.write(`${mark} ${run.status}${took}\n`);
  }

  /** Returns the events of a task that are not printed yet: its start, if it contains others, and its end. */
  #newEvents(task: TaskRecord, at: number): TaskEvent[] {
    const isContainer = containers.has(task.task);
    const events: TaskEvent[] = [];
    // A retry has one line, without a second heading.
    const hasHeading = isContainer && task.status !== 'skipped' && task.status !== 'retried';
    if (hasHeading && this.#isNew(`${task.key} starts`))
      events.push({ task, isHeading: true, time: task.startedAt, rank: at });
    const hasLine = !isContainer || !['completed', 'cancelled'].includes(task.status);
    if (hasLine && !isInProgress(task) && this.#isNew(task.key)) {
      // Of tasks that ended in the same millisecond, the inner ones come first.
      const rank = isContainer ? Number.MAX_SAFE_INTEGER - at : at;
      events.push({ task, isHeading: false, time: task.endedAt ?? task.startedAt, rank });
    }
    return events;
  }

  #isNew(id: string): boolean {
    if (this.#printed.has(id)) return false;
    this.#printed.add(id);
    return true;
  }

  #describe(mark: string, task: TaskRecord, remark: string): string {
    const indent = '  '.repeat(measureDepth(task.reference) + 1);
    const name = `${printable(task.name)}${getIteration(task.key)}`.padEnd(Math.max(28 - indent.length, 1));
    return `${indent}${mark} ${name} ${this.palette.dim(task.task.padEnd(6))} ${remark}`.trimEnd();
  }

  #mark({ status }: TaskRecord): string {
    const { green, red, yellow, dim } = this.palette;
    const marks = { completed: green('✓'), faulted: red('✗'), retried: yellow('↻') };
    return marks[status as keyof typeof marks] ?? dim('-');
  }

  #remark(task: TaskRecord): string {
    const { red, yellow, dim } = this.palette;
    const took = task.durationMs === null ? '' : durationText(task.durationMs);
    const why = task.error ? printable(task.error.detail ?? task.error.title ?? task.error.type) : '';
    // The text of an error is shown once, at the task that raised it, and not again at the tasks around it.
    const isPassedOn = why !== '' && containers.has(task.task) && this.#shownErrors.has(why);
    this.#shownErrors.add(why);
    if (isPassedOn && task.status === 'faulted')
      return `${red(String(task.error?.status ?? ''))} ${dim(took)}`;
    if (isPassedOn && task.status === 'retried') return yellow(`attempt ${task.attempt}`);
    if (task.status === 'faulted') return `${red(`${task.error?.status ?? ''} ${why}`.trim())} ${dim(took)}`;
    if (task.status === 'retried') return `${yellow(`attempt ${task.attempt}: ${why}`)} ${dim(took)}`;
    if (task.status !== 'completed') return dim(task.status);
    return dim(task.attempt > 1 ? `${took}, attempt ${task.attempt}` : took);
  }

  #drawLive(inProgress: readonly TaskRecord[]): void {
    const frame = spinner[this.#frame++ % spinner.length] ?? '';
    const leaves = inProgress.filter((task) => !containers.has(task.task));
    for (const task of leaves.slice(0, 8)) {
      const since = durationText(Math.max(Date.now() - Date.parse(task.startedAt), 0));
      const plain = task.status === 'waiting' ? `waiting, ${since}` : since;
      const line = this.#describe(this.palette.cyan(frame), task, this.palette.dim(plain));
      this.stream.write(`${line}\n`);
      this.#liveLines += 1;
    }
  }

  #eraseLive(): void {
    if (this.#liveLines === 0) return;
    this.stream.write(`${upOneLine}${clearLine}`.repeat(this.#liveLines));
    this.#liveLines = 0;
  }
}

function isInProgress({ status }: TaskRecord): boolean {
  return status === 'running' || status === 'waiting';
}

/** Counts the tasks around the referenced one. */
function measureDepth(reference: string): number {
  return Math.max((reference.match(/\/\d+\//g)?.length ?? 1) - 1, 0);
}

/** Returns the iterations of the loops around a task: ` [3]`, ` [3.0]`. */
function getIteration(key: string): string {
  const iterations = [...key.matchAll(/@(\d+)/g)].map((match) => match[1]);
  return iterations.length === 0 ? '' : ` [${iterations.join('.')}]`;
}
