import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { LogEntry } from '../../../data/runs.js';
import { getTaskName } from '../../../data/task-ids.js';
import { Icon } from '../../../parts/icon.js';
import { ProblemNote } from '../../../parts/problem-note.js';
import { formatAbsolute, formatClock } from '../../../parts/time-format.js';
import { texts } from '../../../texts/texts.js';
import type { RunLog } from './use-run-log.js';
import './log.css';

const levels = ['debug', 'info', 'warn', 'error'] as const;
const lineHeight = 28;

interface RunLogViewProps {
  /** The run whose page it is. */
  run: string;
  /** The execution, or the task, whose lines are shown. */
  task: { run: string; key: string } | undefined;
  log: RunLog;
}

/** The newest lines of the log of a run as it grows; only those in view are in the page. */
export function RunLogView({ run, task, log }: RunLogViewProps): ReactElement {
  const { lines, isComplete, isLoading, hasEarlier, showEarlier, error } = log;
  const [level, setLevel] = useState<(typeof levels)[number]>('info');
  const [text, setText] = useState('');
  const shown = useMemo(() => {
    const from = levels.indexOf(level);
    const lower = text.toLowerCase();
    return lines.filter(
      (line) => levels.indexOf(line.level) >= from && line.message.toLowerCase().includes(lower),
    );
  }, [lines, level, text]);
  return (
    <section className="stack" aria-label={texts.run.views.log}>
      {task ? <TaskFilter run={run} task={task} /> : null}
      <div className="row">
        <select
          className="select log-level-choice"
          aria-label={texts.log.level}
          value={level}
          onChange={({ target }) => setLevel(target.value as typeof level)}
        >
          {levels.map((each) => (
            <option key={each} value={each}>
              {texts.log.from[each]}
            </option>
          ))}
        </select>
        <input
          className="input log-text"
          aria-label={texts.log.search}
          placeholder={texts.log.search}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <span className="muted" role="status">
          {texts.log.count(shown.length, isComplete, hasEarlier)}
        </span>
        {hasEarlier && showEarlier ? (
          <button type="button" className="button button-small" disabled={isLoading} onClick={showEarlier}>
            {isLoading ? texts.log.loading : texts.log.earlier}
          </button>
        ) : null}
      </div>
      {error ? <ProblemNote error={error} /> : null}
      {hasEarlier && !showEarlier ? <p className="note">{texts.log.cut(lines.length)}</p> : null}
      {shown.length > 0 ? <LogLines lines={shown} /> : null}
    </section>
  );
}

/** Says whose lines these are, with the ways to the task and to all lines. */
function TaskFilter({ run, task }: { run: string; task: { run: string; key: string } }): ReactElement {
  return (
    <p className="note log-filter">
      <Icon name="search" />
      <span>
        {texts.log.onlyTask} <strong>{getTaskName(task.key)}</strong> <code>{task.key}</code>
      </span>
      <span className="row">
        <Link to="/runs/$run" params={{ run }} search={{ task: task.run + task.key }} resetScroll={false}>
          {texts.log.openTask}
        </Link>
        <Link to="/runs/$run" params={{ run }} search={{ view: 'log' }} replace resetScroll={false}>
          {texts.log.allLines}
        </Link>
      </span>
    </p>
  );
}

function LogLines({ lines }: { lines: readonly LogEntry[] }): ReactElement {
  const list = useRef<HTMLOListElement>(null);
  const [offset, setOffset] = useState(0);
  useEffect(() => setOffset((list.current?.getBoundingClientRect().top ?? 0) + scrollY), []);
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => lineHeight,
    getItemKey: (index) => lines[index]?.seq ?? index,
    overscan: 20,
    scrollMargin: offset,
  });
  return (
    <ol ref={list} className="card log-list" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const line = lines[index];
        if (!line) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={`log-line log-placed log-${line.level}`}
            style={{ transform: `translateY(${start - offset}px)` }}
          >
            <time dateTime={line.at} title={formatAbsolute(line.at)}>
              {formatClock(line.at)}
            </time>
            <span className="log-level">{line.level}</span>
            <span className="log-message">{line.message}</span>
          </li>
        );
      })}
    </ol>
  );
}
