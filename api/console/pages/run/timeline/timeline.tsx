import { useQueries } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { isEnded } from '../../../data/run-states.js';
import { type Run, type TaskExecution, taskQuery } from '../../../data/runs.js';
import { Icon } from '../../../parts/icon.js';
import { getTone, StatusDot } from '../../../parts/status.js';
import { useNow } from '../../../parts/time.js';
import { formatDuration } from '../../../parts/time-format.js';
import { texts } from '../../../texts/texts.js';
import { TaskDetails } from './task-details.js';
import {
  buildTaskTree,
  findFailurePath,
  flattenTree,
  placeBar,
  type TaskNode,
  type TimelineRow,
  type TimeSpan,
} from './task-tree.js';
import './timeline.css';

/** Trees with at most so many tasks are open at first; of larger ones only the way to what failed. */
const maxOpenTasks = 120;
const rowHeight = 40;
/** Tasks that the service lists of one run. */
const maxTasks = 10_000;

/** Every execution of every task on one scale of time; subflows open in place, details below their line. */
export function Timeline({
  run,
  tasks,
}: {
  run: Run;
  tasks: readonly TaskExecution[] | undefined;
}): ReactElement {
  if (tasks === undefined)
    return <span className="skeleton timeline-waiting" role="status" aria-label={texts.timeline.loading} />;
  if (tasks.length === 0) return <p className="muted">{texts.timeline.none}</p>;
  return <TimelineRows run={run} tasks={tasks} />;
}

function TimelineRows({ run, tasks }: { run: Run; tasks: readonly TaskExecution[] }): ReactElement {
  const { task: selected } = useSearch({ from: '/frame/runs/$run' });
  const navigate = useNavigate();
  const roots = useMemo(() => buildTaskTree(run.id, tasks), [run.id, tasks]);
  const failure = useMemo(() => findFailurePath(roots), [roots]);
  /** The nodes that the reader has opened or closed. */
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [openRuns, setOpenRuns] = useState<readonly string[]>([]);
  const childRuns = useMemo(
    () => [...new Set([...openRuns, ...(run.status === 'faulted' ? failure.runs : [])])],
    [openRuns, failure, run.status],
  );
  const children = useQueries({
    queries: childRuns.map((id) => taskQuery({ id, branch: run.branch })),
  });
  const childTrees = useMemo(
    () => new Map(childRuns.map((id, index) => [id, buildTaskTree(id, children[index]?.data ?? [])])),
    [childRuns, children],
  );
  const opened = useMemo(() => {
    const open = new Set(failure.nodes);
    for (const tree of childTrees.values()) for (const id of findFailurePath(tree).nodes) open.add(id);
    return open;
  }, [failure, childTrees]);
  const isSmall = tasks.length <= maxOpenTasks;
  const isOpen = (node: TaskNode) =>
    choices.get(node.id) ??
    (opened.has(node.id) || (isSmall && node.task?.childRun == null && node.children.length > 0));
  const rows = flattenTree(roots, isOpen, childTrees);

  const isOver = isEnded(run);
  const now = useNow(1_000, !isOver);
  const from = Date.parse(run.startedAt ?? run.createdAt);
  const span: TimeSpan = { from, to: run.endedAt ? Date.parse(run.endedAt) : Math.max(now, from + 1) };

  const toggle = ({ node, isOpen: wasOpen }: TimelineRow) => {
    setChoices(new Map(choices).set(node.id, !wasOpen));
    const child = node.task?.childRun;
    if (!wasOpen && child && !openRuns.includes(child)) setOpenRuns([...openRuns, child]);
  };
  const select = (id: string | undefined) => {
    void navigate({
      to: '/runs/$run',
      params: { run: run.id },
      search: id ? { task: id } : {},
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <section className="card timeline" aria-label={texts.run.views.timeline}>
      <div className="timeline-scale" aria-hidden="true">
        <span>0</span>
        <span>{formatDuration((span.to - span.from) / 2)}</span>
        <span>{formatDuration(span.to - span.from)}</span>
      </div>
      <VirtualRows
        rows={rows}
        span={span}
        selected={selected}
        onToggle={toggle}
        onSelect={(id) => select(id === selected ? undefined : id)}
      />
      {tasks.length >= maxTasks ? <p className="timeline-cut">{texts.timeline.cut(maxTasks)}</p> : null}
    </section>
  );
}

interface VirtualRowsProps {
  rows: readonly TimelineRow[];
  span: TimeSpan;
  selected: string | undefined;
  onToggle: (row: TimelineRow) => void;
  onSelect: (id: string) => void;
}

function VirtualRows({ rows, span, selected, onToggle, onSelect }: VirtualRowsProps): ReactElement {
  const list = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  // The parts above may grow at any time.
  useEffect(() => {
    const measure = () => {
      const { top } = list.current?.getBoundingClientRect() ?? { top: 0 };
      setOffset(Math.round(top + scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.node.id ?? index,
    overscan: 15,
    scrollMargin: offset,
  });
  return (
    <div
      ref={list}
      className="timeline-rows"
      role="list"
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDown={moveFocus}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className="timeline-row"
            role="listitem"
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - offset}px)` }}
          >
            <RowLine
              row={row}
              index={index}
              span={span}
              isSelected={row.node.id === selected}
              onToggle={() => onToggle(row)}
              onSelect={() => (row.node.task ? onSelect(row.node.id) : onToggle(row))}
            />
            {row.node.task && row.node.id === selected ? <TaskDetails task={row.node.task} /> : null}
          </div>
        );
      })}
    </div>
  );
}

interface RowLineProps {
  row: TimelineRow;
  index: number;
  span: TimeSpan;
  isSelected: boolean;
  onToggle: () => void;
  onSelect: () => void;
}

/** Deeper tasks stand no further to the right, so that a name has room on a phone. */
const maxIndent = 8;

function RowLine({ row, index, span, isSelected, onToggle, onSelect }: RowLineProps): ReactElement {
  const { node, depth, isOpen, canOpen } = row;
  const { task, round } = node;
  const status =
    task?.status ?? (node.hasFailed ? 'faulted' : node.endedAt === undefined ? 'running' : 'completed');
  const name = task ? task.name : texts.timeline.round((round ?? 0) + 1);
  const { left, width } = placeBar(node, span);
  const durationMs = (node.endedAt ?? span.to) - node.startedAt;
  return (
    <div className={`timeline-line ${isSelected ? 'timeline-selected' : ''}`}>
      <div
        className="timeline-name"
        style={{ paddingInlineStart: `${Math.min(depth, maxIndent) * 1.125}rem` }}
      >
        {canOpen ? (
          <button
            type="button"
            className="timeline-toggle"
            aria-expanded={isOpen}
            aria-label={texts.timeline.toggle(name)}
            onClick={onToggle}
          >
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
          </button>
        ) : (
          <span className="timeline-toggle" />
        )}
        <StatusDot status={status} />
        <button
          type="button"
          className="timeline-open"
          data-row={index}
          aria-expanded={task ? isSelected : isOpen}
          onClick={onSelect}
        >
          <span className="timeline-title">{name}</span>
          {task ? (
            <span className="timeline-type">{texts.timeline.types[task.task] ?? task.task}</span>
          ) : null}
          {task && task.attempt > 1 ? (
            <span className="timeline-chip tone-warn">{texts.timeline.attempt(task.attempt)}</span>
          ) : null}
        </button>
      </div>
      <div className="timeline-track" aria-hidden="true">
        <span
          className={`timeline-bar tone-${getTone(status)} ${node.endedAt === undefined ? 'timeline-open-end' : ''}`}
          style={{ insetInlineStart: `${left}%`, width: `${width}%` }}
        />
      </div>
      <span className="timeline-duration">{formatDuration(Math.max(0, durationMs))}</span>
    </div>
  );
}

/** Arrow keys go from line to line. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const row = (event.target as HTMLElement).dataset['row'];
  if (step === undefined || row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = event.currentTarget.querySelector<HTMLElement>(`[data-row="${Number(row) + step}"]`);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
