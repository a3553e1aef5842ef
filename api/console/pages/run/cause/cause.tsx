import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactElement } from 'react';
import { type Run, runQuery } from '../../../data/runs.js';
import { getTaskName } from '../../../data/task-ids.js';
import { CodeText } from '../../../parts/code-text.js';
import { Icon } from '../../../parts/icon.js';
import { ValueView } from '../../../parts/value-view.js';
import { texts } from '../../../texts/texts.js';
import { TaskLog } from '../log/task-log.js';
import { type FailureStep, getFailureSteps } from './failure-place.js';
import { SinceGood } from './since-good.js';
import './cause.css';

/** Why a run failed: the task, the error, the likely fix, what changed, the input and the log, in one place. */
export function Cause({ run }: { run: Run }): ReactElement {
  const steps = getFailureSteps(run);
  const place = steps[steps.length - 1] ?? steps[0];
  const isInside = place.run !== run.id;
  const inside = useQuery({ ...runQuery(place.run), enabled: isInside });
  const failedRun = isInside ? (inside.data ?? run) : run;
  const { error, failed } = failedRun;
  return (
    <section className="card cause" aria-labelledby="cause">
      <header className="cause-head">
        <h2 id="cause">
          {place.task ? (
            <>
              {texts.cause.failedAt} <span className="cause-task">{getTaskName(place.task)}</span>
            </>
          ) : (
            texts.cause.failed
          )}
        </h2>
        <FailurePath steps={steps} />
      </header>
      {error ? (
        <div className="cause-error">
          <p className="cause-detail">{error.detail || error.title}</p>
          <p className="cause-kind">
            {error.title} · {error.status} · {getTaskName(error.type)}
          </p>
        </div>
      ) : null}
      {failed ? (
        <p className="cause-fix">
          <Icon name="bulb" />
          <span>
            <strong>{texts.cause.likelyFix}</strong> <CodeText text={failed.likelyFix} />
          </span>
        </p>
      ) : null}
      {isInside && inside.isPending ? (
        <span className="skeleton since-waiting" />
      ) : (
        <CauseDetails run={failedRun} place={place} />
      )}
    </section>
  );
}

function CauseDetails({ run, place }: { run: Run; place: FailureStep }): ReactElement {
  const { failed } = run;
  return (
    <>
      <div className="cause-columns">
        <SinceGood run={run} />
        <div className="stack">
          {failed?.taskInput === undefined ? null : (
            <ValueView title={texts.cause.taskInput} value={failed.taskInput} />
          )}
          {failed?.missing ? <p className="muted">{failed.missing}</p> : null}
          {failed?.definition === undefined ? null : (
            <ValueView title={texts.cause.definition} value={failed.definition} />
          )}
        </div>
      </div>
      <CauseLog run={run} place={place} />
    </>
  );
}

function FailurePath({ steps }: { steps: ReturnType<typeof getFailureSteps> }): ReactElement {
  return (
    <ol className="cause-path" aria-label={texts.cause.path}>
      {steps.map(({ run, flow, task, rounds }, index) => (
        <Fragment key={run}>
          <li>
            {index === 0 ? (
              flow
            ) : (
              <Link to="/runs/$run" params={{ run }}>
                {flow}
              </Link>
            )}
          </li>
          {rounds.map((round) => (
            <li key={round.task}>
              {getTaskName(round.task)}{' '}
              <span className="cause-round">{texts.cause.round(round.index + 1)}</span>
            </li>
          ))}
          {task ? <li>{getTaskName(task)}</li> : null}
        </Fragment>
      ))}
    </ol>
  );
}

/** The last lines that the task wrote. */
function CauseLog({ run, place }: { run: Run; place: FailureStep }): ReactElement | null {
  const task = place.key ?? place.task;
  if (task === undefined) return null;
  return (
    <section className="cause-log" aria-label={texts.cause.log}>
      <h3>{texts.cause.log}</h3>
      <TaskLog run={run} task={task} none={null} />
      <p className="row">
        <Link
          to="/runs/$run"
          params={{ run: run.id }}
          search={{ view: 'log', task: run.id + task }}
          resetScroll={false}
        >
          {texts.cause.taskLog}
        </Link>
        <Link to="/runs/$run" params={{ run: run.id }} search={{ view: 'log' }} resetScroll={false}>
          {texts.cause.wholeLog}
        </Link>
      </p>
    </section>
  );
}
