import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import { isEnded } from '../../../data/run-states.js';
import type { Run } from '../../../data/runs.js';
import { splitTaskId } from '../../../data/task-ids.js';
import { Icon } from '../../../parts/icon.js';
import { ProblemNote } from '../../../parts/problem-note.js';
import { getTone, StatusDot } from '../../../parts/status.js';
import { useNow } from '../../../parts/time.js';
import { formatDuration } from '../../../parts/time-format.js';
import { texts } from '../../../texts/texts.js';
import { getFailureSteps } from '../cause/failure-place.js';
import { TaskDetails } from './task-details.js';
import {
  addGaps,
  findFailurePath,
  findParents,
  flattenTree,
  type GapRow,
  placeBar,
  type TaskNode,
  type TimelineRow,
  type TimeSpan,
} from './task-tree.js';
import { useTaskTrees } from './use-task-trees.js';
import { VirtualRows } from './virtual-rows.js';
import './timeline.css';

/** Trees with at most so many tasks are open at first; of larger ones only the way to what failed. */
const maxOpenTasks = 120;

/** Every execution of every task on one scale of time; subflows open in place, details below their line. */
export function Timeline({ run }: { run: Run }): ReactElement {
  const { task: selected } = useSearch({ from: '/frame/runs/$run' });
  const navigate = useNavigate();
  /** The nodes that the reader has opened or closed. */
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [openRuns, setOpenRuns] = useState<readonly string[]>([]);
  // The way to the failure, as the run names it: in a long run, it is not among the first executions.
  const steps = useMemo(() => getFailureSteps(run).filter(({ key }) => key !== undefined), [run]);
  const ways = useMemo(() => {
    const ids = [...steps.map((step) => step.run + step.key), ...(selected ? [selected] : [])];
    return [...ids.flatMap(findParents), ...steps.slice(0, -1).map((step) => step.run + step.key)];
  }, [steps, selected]);
  const runs = useMemo(() => {
    const above = selected === undefined ? [] : [splitTaskId(selected).run];
    const failed = run.status === 'faulted' ? steps.map((step) => step.run) : [];
    return [...new Set([run.id, ...failed, ...openRuns, ...above])];
  }, [run, steps, openRuns, selected]);
  // Of a loop on the way its round is read; the others are, once the reader wants them.
  const passed = useMemo(
    () => new Set(ways.filter((id, index) => ways[index + 1]?.startsWith(`${id}@`) && !choices.get(id))),
    [ways, choices],
  );
  const levels = useMemo(() => {
    const chosen = [...choices].filter(([, isOpen]) => isOpen).map(([id]) => id);
    return [...new Set([...ways.filter((id) => !passed.has(id)), ...chosen])];
  }, [choices, ways, passed]);
  const { tasks, trees, longRuns, gaps, showMore, error, retry } = useTaskTrees(run.branch, runs, levels);
  const roots = trees.get(run.id) ?? [];
  const opened = useMemo(() => {
    const open = new Set(ways);
    for (const tree of trees.values()) for (const id of findFailurePath(tree).nodes) open.add(id);
    return open;
  }, [ways, trees]);
  const isOpen = (node: TaskNode) => {
    const isSmall = !longRuns.has(node.run) && (tasks.get(node.run)?.length ?? 0) <= maxOpenTasks;
    const isOpenAtFirst =
      opened.has(node.id) || (isSmall && node.task?.childRun == null && node.children.length > 0);
    return choices.get(node.id) ?? isOpenAtFirst;
  };
  const closed = [...passed]
    .filter((id) => longRuns.has(splitTaskId(id).run))
    .map((parent) => ({ parent, last: undefined, isLoading: false }));
  const rows = addGaps(flattenTree(roots, isOpen, trees), [...gaps, ...closed]);
  const isOver = isEnded(run);
  const now = useNow(1_000, !isOver);
  const from = Date.parse(run.startedAt ?? run.createdAt);
  const span: TimeSpan = { from, to: run.endedAt ? Date.parse(run.endedAt) : Math.max(now, from + 1) };

  if (error) return <ProblemNote error={error} onRetry={retry} />;
  if (roots.length === 0 && (!tasks.has(run.id) || gaps.length > 0))
    return <span className="skeleton timeline-waiting" role="status" aria-label={texts.timeline.loading} />;
  if (roots.length === 0) return <p className="muted">{texts.timeline.none}</p>;

  const toggle = ({ node, isOpen: wasOpen }: TimelineRow) => {
    setChoices(new Map(choices).set(node.id, !wasOpen));
    const child = node.task?.childRun;
    if (!wasOpen && child && !openRuns.includes(child)) setOpenRuns([...openRuns, child]);
  };
  const more = (parent: string) => {
    if (passed.has(parent)) setChoices(new Map(choices).set(parent, true));
    else showMore(parent);
  };
  const select = (id: string) => {
    void navigate({
      to: '/runs/$run',
      params: { run: run.id },
      search: id === selected ? {} : { task: id },
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
      <VirtualRows keys={rows.map(getRowKey)}>
        {(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          if ('gap' in row) return <GapLine row={row} index={index} onMore={() => more(row.gap.parent)} />;
          const { task, id } = row.node;
          return (
            <>
              <RowLine
                row={row}
                index={index}
                span={span}
                isSelected={id === selected}
                onToggle={() => toggle(row)}
                onSelect={() => (task ? select(id) : toggle(row))}
              />
              {task && id === selected ? (
                <TaskDetails
                  run={{ id: row.node.run, branch: run.branch }}
                  page={run.id}
                  task={task}
                  tasks={tasks.get(row.node.run) ?? []}
                />
              ) : null}
            </>
          );
        }}
      </VirtualRows>
    </section>
  );
}

function getRowKey(row: TimelineRow | GapRow): string {
  return 'gap' in row ? `more ${row.gap.parent}` : row.node.id;
}

function GapLine({ row, index, onMore }: { row: GapRow; index: number; onMore: () => void }): ReactElement {
  const { gap, depth } = row;
  return (
    <div className="timeline-line timeline-gap" style={{ paddingInlineStart: getIndent(depth + 1) }}>
      <button
        type="button"
        className="button button-small"
        data-row={index}
        disabled={gap.isLoading}
        onClick={onMore}
      >
        {gap.isLoading ? texts.timeline.loadingMore : texts.timeline.more}
      </button>
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

function getIndent(depth: number): string {
  return `${Math.min(depth, maxIndent) * 1.125}rem`;
}

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
      <div className="timeline-name" style={{ paddingInlineStart: getIndent(depth) }}>
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
