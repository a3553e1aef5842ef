import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { branchesQuery } from '../../data/branches.js';
import {
  completeHumanTask,
  type HumanTask,
  humanTaskEvents,
  humanTaskQuery,
  humanTasksKey,
  reserveHumanTask,
} from '../../data/human-tasks.js';
import { ServiceProblem } from '../../data/problem.js';
import { sessionQuery } from '../../data/session.js';
import { useLive } from '../../data/use-live.js';
import { ValueForm } from '../../panels/form/value-form.js';
import { formatAssignee } from '../../parts/assignee-format.js';
import { Assignees } from '../../parts/assignees.js';
import { Due } from '../../parts/due.js';
import { Fact, Facts } from '../../parts/facts.js';
import { Icon } from '../../parts/icon.js';
import { Markdown } from '../../parts/markdown/markdown.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { showProblem } from '../../parts/show-problem.js';
import { RelativeTime } from '../../parts/time.js';
import { showToast } from '../../parts/toasts.js';
import { texts } from '../../texts/texts.js';
import { Answer } from './answer.js';
import './human-task.css';

/** One human task: what is asked, and the form of the answer. */
export function HumanTaskPage(): ReactElement {
  const { task: id } = useParams({ from: '/frame/inbox/$task' });
  const query = useQuery(humanTaskQuery(id));
  if (query.data) return <TaskContent key={id} task={query.data} />;
  return (
    <Page title={texts.humanTask.title} above={<InboxLink />}>
      {query.isError ? (
        <ProblemNote
          error={query.error}
          onRetry={isGone(query.error) ? undefined : () => void query.refetch()}
        />
      ) : (
        <span className="skeleton task-waiting" role="status" aria-label={texts.humanTask.loading} />
      )}
    </Page>
  );
}

function isGone(error: unknown): boolean {
  return error instanceof ServiceProblem && [400, 403, 404, 422].includes(error.status);
}

function InboxLink(): ReactElement {
  return <Link to="/inbox">{texts.inbox.title}</Link>;
}

function TaskContent({ task }: { task: HumanTask }): ReactElement {
  const queryClient = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const { data: branches } = useQuery(branchesQuery);
  const renew = () => queryClient.invalidateQueries({ queryKey: humanTasksKey });
  const isOpen = task.status === 'open';
  useLive(isOpen ? humanTaskEvents : undefined, ({ data }) => {
    if (data.includes(task.id)) void renew();
    return false;
  });
  const isElsewhere = branches?.items.some(({ name, production }) => production && name !== task.branch);
  const isClaimedByOther = task.claimedBy !== null && task.claimedBy !== session?.principal;
  const claimant = task.claimedBy === null ? '' : formatAssignee(task.claimedBy, session?.principal);
  return (
    <Page
      title={task.title}
      above={
        <>
          <InboxLink /> / {task.flow}
        </>
      }
      actions={isOpen ? <Reservation task={task} isMine={!isClaimedByOther} onChange={renew} /> : null}
    >
      {isElsewhere ? (
        <p className="note note-warn">
          <Icon name="branch" />
          {texts.humanTask.notProduction(task.branch)}
        </p>
      ) : null}
      {isOpen && isClaimedByOther ? (
        <p className="note">
          <Icon name="person" />
          {texts.humanTask.claimedByOther(claimant)}
        </p>
      ) : null}
      {task.description ? <Markdown text={task.description} /> : null}
      <TaskFacts task={task} />
      {isOpen ? <OpenForm task={task} onChange={renew} /> : <Answer task={task} />}
    </Page>
  );
}

function TaskFacts({ task }: { task: HumanTask }): ReactElement {
  const { flow, environment, assignees, dueAt, openedAt, run, unnotified, status } = task;
  return (
    <Facts>
      {status === 'open' ? (
        <Fact title={texts.humanTask.facts.due}>
          <Due at={dueAt} isNamed />
        </Fact>
      ) : null}
      <Fact title={texts.humanTask.facts.asked}>
        <Assignees names={assignees} />
      </Fact>
      <Fact title={texts.humanTask.facts.flow}>{flow}</Fact>
      {environment === null ? null : <Fact title={texts.humanTask.facts.environment}>{environment}</Fact>}
      <Fact title={texts.humanTask.facts.opened}>
        <RelativeTime at={openedAt} />
        {unnotified.length > 0 && status === 'open' ? (
          <span className="task-unnotified"> {texts.humanTask.unnotified(unnotified.join(', '))}</span>
        ) : null}
      </Fact>
      <Fact title={texts.humanTask.facts.run}>
        <Link to="/runs/$run" params={{ run }}>
          {texts.humanTask.openRun}
        </Link>
      </Fact>
    </Facts>
  );
}

/** Claiming makes sense only where others could answer, too. */
function Reservation({
  task,
  isMine,
  onChange,
}: {
  task: HumanTask;
  isMine: boolean;
  onChange: () => Promise<void>;
}): ReactElement | null {
  const change = useMutation({
    mutationFn: (verb: 'claim' | 'release') => reserveHumanTask(task.id, verb),
    onSuccess: onChange,
    onError: showProblem,
  });
  const canOthersAnswer = task.assignees.length > 1 || /^(team|role):/.test(task.assignees[0] ?? '');
  const verb = task.claimedBy === null ? 'claim' : 'release';
  if (verb === 'claim' ? !canOthersAnswer : !isMine) return null;
  return (
    <button
      type="button"
      className="button"
      disabled={change.isPending}
      title={verb === 'claim' ? texts.humanTask.actions.claimDetail : undefined}
      onClick={() => change.mutate(verb)}
    >
      {texts.humanTask.actions[verb]}
    </button>
  );
}

function OpenForm({ task, onChange }: { task: HumanTask; onChange: () => Promise<void> }): ReactElement {
  const navigate = useNavigate();
  const complete = useMutation({
    mutationFn: (values: Record<string, unknown>) => completeHumanTask(task.id, values),
    onSuccess: () => {
      showToast('good', texts.humanTask.answered(task.title), {
        title: texts.humanTask.openRun,
        run: () => void navigate({ to: '/runs/$run', params: { run: task.run } }),
      });
      void onChange();
      return navigate({ to: '/inbox' });
    },
    onError: (error) => {
      if (error instanceof ServiceProblem && error.status === 422) return;
      showProblem(error);
      void onChange();
    },
  });
  const { error } = complete;
  const faults = error instanceof ServiceProblem && error.status === 422 ? error.faults : [];
  return (
    <ValueForm
      fields={task.fields ?? []}
      submit={texts.humanTask.actions.complete}
      asksByButtons
      isPending={complete.isPending || complete.isSuccess}
      faults={faults}
      onSubmit={(values) => complete.mutate(values)}
    />
  );
}
