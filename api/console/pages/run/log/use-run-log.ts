import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type LogEntry, lastLogQuery, type Run } from '../../../data/runs.js';
import { type Connection, useLive } from '../../../data/use-live.js';

export interface RunLog {
  /** The newest lines, in their order. */
  lines: readonly LogEntry[];
  isLoading: boolean;
  /** True when there are lines before these. */
  hasEarlier: boolean;
  /** Undefined when the page keeps no more lines. */
  showEarlier: (() => void) | undefined;
  connection: Connection;
  isComplete: boolean;
  error: unknown;
}

/** Lines that a page keeps; a run may write 10 MiB of them. */
const maxLines = 20_000;
/** Lines arrive in bursts; the page is drawn once for each. */
const drawMs = 150;

interface RunLogOptions {
  /** The key of an execution, or the reference of a task: only its lines. */
  task: string | undefined;
  /** False for a run that has ended: what it wrote is all. */
  isFollowed: boolean;
  /** Called when lines have arrived, and at the end. */
  onChange: () => void;
}

/** Reads the newest lines of the log of a run, earlier ones as they are wanted, and follows it to its end. */
export function useRunLog(
  run: Pick<Run, 'id' | 'branch'> | undefined,
  { task, isFollowed, onChange }: RunLogOptions,
): RunLog {
  const stored = useInfiniteQuery(lastLogQuery(run, task));
  const [live, setLive] = useState<{ lines: readonly LogEntry[]; isComplete: boolean }>(noLines);
  const [buffer] = useState(() => new LogBuffer());
  const id = run?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run has another log
  useEffect(() => {
    buffer.clear();
    setLive(noLines);
    return () => buffer.clear();
  }, [id, task, buffer]);
  const pages = stored.data?.pages;
  const path = run && pages && isFollowed ? getLivePath(run, task, pages[0]?.at(-1)?.seq ?? 0) : undefined;
  const connection = useLive(path, ({ event, data }) => {
    const isEnd = event === 'end';
    if (event === 'log') buffer.add(JSON.parse(data) as LogEntry);
    buffer.flushSoon(isEnd ? 0 : drawMs, (lines) => {
      setLive((previous) => ({
        lines: [...previous.lines, ...lines].slice(-maxLines),
        isComplete: previous.isComplete || isEnd,
      }));
      onChange();
    });
    return isEnd;
  });
  const lines = useMemo(
    () => [...(pages?.toReversed().flat() ?? []), ...live.lines].slice(-maxLines),
    [pages, live],
  );
  const isFull = lines.length >= maxLines;
  return {
    lines,
    isLoading: stored.isFetching,
    hasEarlier: stored.hasNextPage || isFull,
    showEarlier: isFull ? undefined : () => void stored.fetchNextPage(),
    connection,
    isComplete: isFollowed ? live.isComplete : pages !== undefined,
    error: stored.error,
  };
}

function getLivePath(run: Pick<Run, 'id' | 'branch'>, task: string | undefined, after: number): string {
  const filter = task === undefined ? '' : `&task=${encodeURIComponent(task)}`;
  return `/api/v1/${encodeURIComponent(run.branch)}/runs/${encodeURIComponent(run.id)}/logs?after=${after}${filter}`;
}

const noLines = { lines: [], isComplete: false };

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
