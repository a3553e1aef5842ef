import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { TaskExecution } from '../../../data/runs.js';
import { StatusBadge } from '../../../parts/status.js';
import { formatAbsolute } from '../../../parts/time-format.js';
import { ValueView } from '../../../parts/value-view.js';
import { texts } from '../../../texts/texts.js';

/** All that the service knows of one execution of a task. */
export function TaskDetails({ task }: { task: TaskExecution }): ReactElement {
  return (
    <div className="details">
      <dl className="details-facts">
        <div>
          <dt>{texts.runs.columns.status}</dt>
          <dd>
            <StatusBadge status={task.status} isSmall />
          </dd>
        </div>
        <div>
          <dt>{texts.timeline.started}</dt>
          <dd>{formatAbsolute(task.startedAt)}</dd>
        </div>
        <div>
          <dt>{texts.timeline.attemptTitle}</dt>
          <dd>{task.attempt}</dd>
        </div>
        <div>
          <dt>{texts.timeline.reference}</dt>
          <dd>
            <code>{task.key}</code>
          </dd>
        </div>
        {task.childRun ? (
          <div>
            <dt>{texts.timeline.types['run']}</dt>
            <dd>
              <Link to="/runs/$run" params={{ run: task.childRun }}>
                {texts.timeline.openChild}
              </Link>
            </dd>
          </div>
        ) : null}
      </dl>
      {task.error ? (
        <p className="details-error">
          <strong>
            {task.error.title} · {task.error.status}
          </strong>
          <span>{task.error.detail}</span>
        </p>
      ) : null}
      {task.input != null ? <ValueView title={texts.cause.taskInput} value={task.input} /> : null}
      {task.missing ? <p className="muted">{task.missing}</p> : null}
      {task.input == null ? (
        <p className="muted">
          {texts.timeline.digests}{' '}
          <code>
            {task.inputDigest ?? '–'} → {task.outputDigest ?? '–'}
          </code>
        </p>
      ) : null}
    </div>
  );
}
