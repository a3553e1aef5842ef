import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { Run } from '../../data/runs.js';
import { moveRowFocus } from '../../parts/row-focus.js';
import { StatusBadge } from '../../parts/status.js';
import { Duration, RelativeTime } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';

interface RunTableProps {
  runs: readonly Run[];
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

/** Arrow keys, `j` and `k` go from row to row. */
const steps = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
const rowHeight = 44;
const failedRowHeight = 66;
/** Rows of narrow screens have two lines more. */
const narrowRowHeight = 76;
const narrowFailedRowHeight = 98;
const narrow = '(max-width: 48rem)';
/** Rows before the end of the list at which the next ones are fetched. */
const rowsAhead = 15;

/** Runs in rows. Only those in view are in the page; the rest are fetched as the reader comes near. */
export function RunTable({ runs, hasMore, isLoadingMore, onMore }: RunTableProps): ReactElement {
  const body = useRef<HTMLDivElement>(null);
  const isNarrow = useMedia(narrow);
  const [offset, setOffset] = useState(0);
  useEffect(() => setOffset(body.current?.offsetTop ?? 0), []);
  const virtualizer = useWindowVirtualizer({
    count: runs.length,
    estimateSize: (index) => getRowHeight(runs[index], isNarrow),
    getItemKey: (index) => runs[index]?.id ?? index,
    overscan: 12,
    scrollMargin: offset,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width decides the heights
  useEffect(() => virtualizer.measure(), [virtualizer, isNarrow]);
  const rows = virtualizer.getVirtualItems();
  const lastIndex = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && lastIndex >= runs.length - rowsAhead) onMore();
  }, [hasMore, isLoadingMore, lastIndex, runs.length, onMore]);

  return (
    <div
      className="card runs"
      role="table"
      aria-label={texts.runs.title}
      aria-rowcount={hasMore ? -1 : runs.length + 1}
    >
      <div className="run-row runs-head" role="row" aria-rowindex={1}>
        {[
          texts.runs.columns.status,
          texts.runs.columns.flow,
          texts.runs.columns.started,
          texts.runs.columns.duration,
          texts.runs.columns.trigger,
          texts.runs.columns.environment,
        ].map((title) => (
          <span key={title} role="columnheader">
            {title}
          </span>
        ))}
      </div>
      <div
        ref={body}
        className="runs-body"
        role="rowgroup"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={(event) => moveRowFocus(event, steps)}
      >
        {rows.map(({ key, index, start, size }) => {
          const run = runs[index];
          return run ? <RunRow key={key} run={run} index={index} top={start - offset} height={size} /> : null;
        })}
      </div>
    </div>
  );
}

function getRowHeight(run: Run | undefined, isNarrow: boolean): number {
  const isFailed = run?.error != null;
  if (isNarrow) return isFailed ? narrowFailedRowHeight : narrowRowHeight;
  return isFailed ? failedRowHeight : rowHeight;
}

function RunRow({
  run,
  index,
  top,
  height,
}: {
  run: Run;
  index: number;
  top: number;
  height: number;
}): ReactElement {
  return (
    <div
      className="run-row"
      role="row"
      aria-rowindex={index + 2}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <span role="cell" className="run-status">
        <StatusBadge status={run.status} />
      </span>
      <span role="cell" className="run-flow">
        <Link to="/runs/$run" params={{ run: run.id }} className="item-link run-link" data-row={index}>
          {run.flow}
        </Link>
        {run.error ? (
          <span className="run-error">
            {getTaskName(run.error.instance)}
            {run.error.detail || run.error.title}
          </span>
        ) : null}
      </span>
      <span role="cell" className="run-started">
        <RelativeTime at={run.createdAt} />
      </span>
      <span role="cell" className="run-duration">
        <Duration startedAt={run.startedAt} ms={run.durationMs} />
      </span>
      <span role="cell" className="run-trigger">
        {texts.trigger[run.trigger]}
      </span>
      <span role="cell" className="run-environment">
        {run.environment ?? '–'}
      </span>
    </div>
  );
}

/** The name at the end of a reference, as the beginning of a sentence. */
function getTaskName(reference: string | undefined): string {
  const name = reference?.split('/').at(-1);
  return name ? `${name}: ` : '';
}

function useMedia(query: string): boolean {
  const [list] = useState(() => matchMedia(query));
  const [isMatch, setMatch] = useState(list.matches);
  useEffect(() => {
    const onChange = () => setMatch(list.matches);
    list.addEventListener('change', onChange);
    return () => list.removeEventListener('change', onChange);
  }, [list]);
  return isMatch;
}
