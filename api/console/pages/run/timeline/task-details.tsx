import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ServiceProblem } from '../../../data/problem.js';
import {
  type InspectedTask,
  inspectedTaskQuery,
  type Run,
  readWholeTask,
  type TaskExecution,
} from '../../../data/runs.js';
import { CodeText } from '../../../parts/code-text.js';
import { Fact, Facts } from '../../../parts/facts.js';
import { ProblemNote } from '../../../parts/problem-note.js';
import { StatusBadge } from '../../../parts/status.js';
import { formatAbsolute, formatDuration } from '../../../parts/time-format.js';
import { CutValueView, ValueView } from '../../../parts/value-view.js';
import { texts } from '../../../texts/texts.js';
import { TaskLog } from '../log/task-log.js';

interface TaskDetailsProps {
  /** The run of the task: the one in view, or that of a subflow. */
  run: Pick<Run, 'id' | 'branch'>;
  /** The run whose page it is. */
  page: string;
  task: TaskExecution;
  /** The executions of the run that have arrived. */
  tasks: readonly TaskExecution[];
}

/** All that the service knows of one execution of a task. */
export function TaskDetails({ run, page, task, tasks }: TaskDetailsProps): ReactElement {
  return (
    <div className="details">
      <Facts>
        <Fact title={texts.runs.columns.status}>
          <StatusBadge status={task.status} isSmall />
        </Fact>
        <Fact title={texts.timeline.started}>{formatAbsolute(task.startedAt)}</Fact>
        {task.durationMs == null ? null : (
          <Fact title={texts.run.facts.duration}>{formatDuration(task.durationMs)}</Fact>
        )}
        <Fact title={texts.timeline.attemptTitle}>{task.attempt}</Fact>
        <Fact title={texts.timeline.reference}>
          <code>{task.key}</code>
        </Fact>
        {task.childRun ? (
          <Fact title={texts.timeline.types['run'] ?? ''}>
            <Link to="/runs/$run" params={{ run: task.childRun }}>
              {texts.timeline.openChild}
            </Link>
          </Fact>
        ) : null}
      </Facts>
      <OtherExecutions run={run} page={page} task={task} tasks={tasks} />
      {task.error ? (
        <div className="details-error">
          <strong>
            {task.error.title} · {task.error.status}
          </strong>
          <p className="details-reason">{task.error.detail}</p>
        </div>
      ) : null}
      <TaskData run={run} task={task} />
      <section className="details-log" aria-label={texts.timeline.logOf(task.name)}>
        <h3>{texts.timeline.log}</h3>
        <TaskLog run={run} task={task.key} none={<p className="muted">{texts.timeline.noLog}</p>} />
        <Link
          to="/runs/$run"
          params={{ run: page }}
          search={{ view: 'log', task: run.id + task.key }}
          resetScroll={false}
        >
          {texts.cause.taskLog}
        </Link>
      </section>
    </div>
  );
}

/** The way to the other attempts and iterations of the task. */
function OtherExecutions({ run, page, task, tasks }: TaskDetailsProps): ReactElement | null {
  const executions = tasks.filter(({ reference }) => reference === task.reference);
  const place = executions.findIndex(({ key }) => key === task.key);
  if (executions.length < 2 || place === -1) return null;
  const step = (to: TaskExecution | undefined, text: string) =>
    to === undefined ? (
      <span className="muted">{text}</span>
    ) : (
      <Link
        to="/runs/$run"
        params={{ run: page }}
        search={{ task: run.id + to.key }}
        replace
        resetScroll={false}
      >
        {text}
      </Link>
    );
  return (
    <nav className="row details-others" aria-label={texts.timeline.executions}>
      <span>{texts.timeline.executionOf(place + 1, executions.length)}</span>
      {step(executions[place - 1], texts.timeline.previous)}
      {step(executions[place + 1], texts.timeline.next)}
    </nav>
  );
}

function TaskData({ run, task }: Pick<TaskDetailsProps, 'run' | 'task'>): ReactElement {
  const inspected = useQuery(inspectedTaskQuery(run, task));
  if (inspected.isPending)
    return (
      <span className="skeleton details-waiting" role="status" aria-label={texts.timeline.loadingData} />
    );
  if (inspected.error instanceof ServiceProblem && inspected.error.status === 403)
    return (
      <>
        {task.input == null ? null : <ValueView title={texts.cause.taskInput} value={task.input} />}
        <p className="muted">{texts.timeline.operatorsOnly}</p>
      </>
    );
  if (inspected.isError)
    return <ProblemNote error={inspected.error} onRetry={() => void inspected.refetch()} />;
  const { data } = inspected;
  if (!data) return <p className="muted">{texts.timeline.noData}</p>;
  return (
    <>
      <div className="details-data">
        <Stage run={run} task={data} stage="input" />
        {data.transformedInput == null ? null : <Stage run={run} task={data} stage="transformedInput" />}
        {data.rawOutput == null ? null : <Stage run={run} task={data} stage="rawOutput" />}
        {data.status === 'completed' ? <Stage run={run} task={data} stage="output" /> : null}
      </div>
      {data.missing ? (
        <p className="muted">
          <CodeText text={`${data.missing}.`} />
        </p>
      ) : null}
      {data.hasSecret ? <p className="muted">{texts.timeline.hasSecret}</p> : null}
    </>
  );
}

type DataStage = 'input' | 'transformedInput' | 'rawOutput' | 'output';

function Stage({
  run,
  task,
  stage,
}: {
  run: Pick<Run, 'id' | 'branch'>;
  task: InspectedTask;
  stage: DataStage;
}): ReactElement | null {
  const value = task[stage];
  const title = texts.timeline.stages[stage];
  if (value == null && task.missing) return null;
  if (!task.cut.includes(stage)) return <ValueView title={title} value={value} />;
  const read = async () => (await readWholeTask(run, task.key))?.[stage];
  return <CutValueView title={title} text={String(value)} read={read} />;
}
