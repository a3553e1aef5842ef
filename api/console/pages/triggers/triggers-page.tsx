import { useInfiniteQuery } from '@tanstack/react-query';
import { linkOptions, useSearch } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { useBranch } from '../../data/branches.js';
import { triggerListQuery } from '../../data/triggers.js';
import { TriggerItem } from '../../panels/triggers/trigger-item.js';
import { MoreButton } from '../../parts/more-button.js';
import { Nothing } from '../../parts/nothing.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { ViewTabs } from '../../parts/view-tabs.js';
import { texts } from '../../texts/texts.js';
import { Calendar } from './calendar.js';
import { triggerViews } from './triggers-view.js';
import '../../parts/rows.css';
import './triggers.css';

/** The triggers of a branch, as a list and as a calendar. */
export function TriggersPage(): ReactElement {
  const { view = 'list' } = useSearch({ from: '/frame/triggers' });
  const branch = useBranch();
  const list = useInfiniteQuery(triggerListQuery(branch));
  const triggers = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  return (
    <Page title={texts.triggers.title}>
      <ViewTabs
        label={texts.triggers.views.label}
        views={triggerViews}
        current={view}
        texts={texts.triggers.views}
        getAddress={(view) => linkOptions({ to: '/triggers', search: { view } })}
      />
      {list.isError ? <ProblemNote error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? (
        <span className="skeleton rows-waiting" role="status" aria-label={texts.triggers.loading} />
      ) : null}
      {list.isSuccess && triggers.length === 0 ? <Nothing icon="clock" {...texts.triggers.none} /> : null}
      {triggers.length > 0 && view === 'calendar' ? <Calendar triggers={triggers} /> : null}
      {triggers.length > 0 && view === 'list' && branch !== undefined ? (
        <ul className="card rows">
          {triggers.map((trigger) => (
            <TriggerItem key={trigger.name} branch={branch} trigger={trigger} />
          ))}
        </ul>
      ) : null}
      {list.hasNextPage && view === 'calendar' ? (
        <p className="muted">{texts.triggers.calendar.cut(triggers.length)}</p>
      ) : null}
      <MoreButton list={list} />
    </Page>
  );
}
