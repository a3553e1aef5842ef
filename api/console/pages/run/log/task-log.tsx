import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { type Run, taskLogQuery } from '../../../data/runs.js';
import { formatClock } from '../../../parts/time-format.js';
import './log.css';

const maxLines = 12;

interface TaskLogProps {
  run: Pick<Run, 'id' | 'branch'>;
  /** The key of an execution, or the reference of a task. */
  task: string;
  /** Shown where the task wrote nothing. */
  none: ReactNode;
}

/** The last lines that a task wrote, without those for authors. */
export function TaskLog({ run, task, none }: TaskLogProps): ReactElement {
  const log = useQuery(taskLogQuery(run, task));
  const lines = (log.data ?? []).filter(({ level }) => level !== 'debug').slice(-maxLines);
  if (log.isPending) return <span className="skeleton log-waiting" />;
  if (lines.length === 0) return <>{none}</>;
  return (
    <ol className="log-lines">
      {lines.map(({ seq, at, level, message }) => (
        <li key={seq} className={`log-line log-${level}`}>
          <time dateTime={at}>{formatClock(at)}</time>
          <span className="log-level">{level}</span>
          <span className="log-message">{message}</span>
        </li>
      ))}
    </ol>
  );
}
