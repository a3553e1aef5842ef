import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, linkOptions, useSearch } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import {
  type HumanTaskSummary,
  humanTaskEvents,
  humanTaskListQuery,
  humanTasksKey,
} from '../../data/human-tasks.js';
import { isNotifying, setNotifying, useNotifying } from '../../data/notices.js';
import { sessionQuery } from '../../data/session.js';
import { sortByUrgency, taskViews } from '../../data/task-views.js';
import { useLive, useThrottled } from '../../data/use-live.js';
import { formatAssignee } from '../../parts/assignee-format.js';
import { Assignees } from '../../parts/assignees.js';
import { Due } from '../../parts/due.js';
import { Icon } from '../../parts/icon.js';
import { LiveMark } from '../../parts/live-mark.js';
import { MoreButton } from '../../parts/more-button.js';
import { Nothing } from '../../parts/nothing.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { RelativeTime } from '../../parts/time.js';
import { showToast } from '../../parts/toasts.js';
import { ViewTabs } from '../../parts/view-tabs.js';
import { texts } from '../../texts/texts.js';
import { WaitingApprovals } from './waiting-approvals.js';
import './inbox.css';

const renewMs = 1_000;

/** The tasks that wait for the reader, and those for others that the reader may see. */
export function InboxPage(): ReactElement {
  const { view = 'mine' } = useSearch({ from: '/frame/inbox' });
  const list = useInfiniteQuery(humanTaskListQuery(view));
  const queryClient = useQueryClient();
  const renew = useThrottled(() => void queryClient.invalidateQueries({ queryKey: humanTasksKey }), renewMs);
  const connection = useLive(humanTaskEvents, () => {
    renew();
    return false;
  });
  const tasks = useMemo(() => {
    const items = list.data?.pages.flatMap((page) => page.items) ?? [];
    // The order of a part of the list would change with each further part.
    return view === 'completed' || list.hasNextPage ? items : sortByUrgency(items);
  }, [list.data, list.hasNextPage, view]);

  return (
    <Page title={texts.inbox.title} beside={<LiveMark connection={connection} />} actions={<NoticesButton />}>
      <ViewTabs
        label={texts.inbox.views.label}
        views={taskViews}
        current={view}
        texts={texts.inbox.views}
        getAddress={(view) => linkOptions({ to: '/inbox', search: { view } })}
      />
      {view === 'completed' ? null : <WaitingApprovals />}
      {list.isError ? <ProblemNote error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? (
        <span className="skeleton inbox-waiting" role="status" aria-label={texts.inbox.loading} />
      ) : null}
      {list.isSuccess && tasks.length === 0 ? <Nothing icon="inbox" {...texts.inbox.none[view]} /> : null}
      {tasks.length > 0 ? <TaskList tasks={tasks} isOpen={view !== 'completed'} /> : null}
      <MoreButton list={list} />
    </Page>
  );
}

function TaskList({ tasks, isOpen }: { tasks: readonly HumanTaskSummary[]; isOpen: boolean }): ReactElement {
  const { data: session } = useQuery(sessionQuery);
  return (
    <ul className="card inbox-list">
      {tasks.map(({ id, title, flow, branch, environment, assignees, dueAt, openedAt, claimedBy }) => (
        <li key={id} className="inbox-item">
          <Link to="/inbox/$task" params={{ task: id }} className="item-link inbox-link">
            {title}
          </Link>
          <p className="inbox-flow">
            {flow} · {environment === null ? branch : `${environment} · ${branch}`}
          </p>
          <p className="inbox-facts">
            {isOpen ? <Due at={dueAt} /> : null}
            <span>
              <Icon name="person" />
              <Assignees names={assignees} />
            </span>
            <span>
              {texts.inbox.opened} <RelativeTime at={openedAt} />
            </span>
            {isOpen && claimedBy !== null ? (
              <span className="inbox-claimed">
                {texts.inbox.claimed(formatAssignee(claimedBy, session?.principal))}
              </span>
            ) : null}
          </p>
          <Icon name="chevronRight" className="inbox-arrow" />
        </li>
      ))}
    </ul>
  );
}

/** Asks the browser for notifications, only when the reader wants them. */
function NoticesButton(): ReactElement | null {
  const isOn = useNotifying();
  if (!('Notification' in window)) return null;
  const change = async () => {
    if (isNotifying()) return setNotifying(false);
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') return showToast('bad', texts.inbox.notices.refused);
    if (!canNotify()) return showToast('bad', texts.inbox.notices.lacking);
    setNotifying(true);
    showToast('good', texts.inbox.notices.on);
  };
  return (
    <button type="button" className="button" aria-pressed={isOn} onClick={() => void change()}>
      <Icon name="bell" />
      {isOn ? texts.inbox.notices.turnOff : texts.inbox.notices.turnOn}
    </button>
  );
}

/** Browsers of phones have the constructor, and throw when it is called. */
function canNotify(): boolean {
  try {
    new Notification(texts.product, { body: texts.inbox.notices.on, tag: 'svc' });
    return true;
  } catch {
    return false;
  }
}
