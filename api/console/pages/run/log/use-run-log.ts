import { useEffect, useState } from 'react';
import type { LogEntry, Run } from '../../../data/runs.js';
import { type Connection, useLive } from '../../../data/use-live.js';

interface RunLog {
  lines: readonly LogEntry[];
  /** True when the run has more lines than the page keeps. */
  isCut: boolean;
  connection: Connection;
  isComplete: boolean;
}

/** Lines that a page keeps; a run may write 10 MiB of them. */
const maxLines = 20_000;
/** Lines arrive in bursts; the page is drawn once for each. */
const drawMs = 150;

/**
 * Follows the log of a run to its end.
 * @param task the key of an execution, or the reference of a task: only its lines
 * @param onChange called when lines have arrived, and at the end
 */
export function useRunLog(
  run: Pick<Run, 'id' | 'branch'> | undefined,
  task: string | undefined,
  onChange: () => void,
): RunLog {
  const [log, setLog] = useState<{ lines: readonly LogEntry[]; isComplete: boolean }>(emptyLog);
  const [buffer] = useState(() => new LogBuffer());
  const id = run?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run has another log
  useEffect(() => {
    buffer.clear();
    setLog(emptyLog);
    return () => buffer.clear();
  }, [id, task, buffer]);
  const filter = task === undefined ? '' : `?task=${encodeURIComponent(task)}`;
  const path = run
    ? `/api/v1/${encodeURIComponent(run.branch)}/runs/${encodeURIComponent(run.id)}/logs${filter}`
    : undefined;
  const connection = useLive(path, ({ event, data }) => {
    const isEnd = event === 'end';
    if (event === 'log') buffer.add(JSON.parse(data) as LogEntry);
    buffer.flushSoon(isEnd ? 0 : drawMs, (lines) => {
      setLog((previous) => ({
        lines: [...previous.lines, ...lines].slice(0, maxLines),
        isComplete: previous.isComplete || isEnd,
      }));
      onChange();
    });
    return isEnd;
  });
  return { ...log, isCut: log.lines.length >= maxLines, connection };
}

const emptyLog = { lines: [], isComplete: false };

class LogBuffer {
  #lines: LogEntry[] = [];
  #lastSeq = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Adds a line, unless it has come before, over a connection that was lost. */
  add(line: LogEntry): void {
    if (line.seq <= this.#lastSeq) return;
    this.#lastSeq = line.seq;
    this.#lines.push(line);
  }

  flushSoon(ms: number, flush: (lines: readonly LogEntry[]) => void): void {
    if (ms === 0) clearTimeout(this.#timer);
    else if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const lines = this.#lines;
      this.#lines = [];
      flush(lines);
    }, ms);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lines = [];
    this.#lastSeq = 0;
  }
}
