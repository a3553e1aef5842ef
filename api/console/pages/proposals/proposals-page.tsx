import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, linkOptions, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { proposalListQuery } from '../../data/proposals.js';
import { Icon } from '../../parts/icon.js';
import { MoreButton } from '../../parts/more-button.js';
import { Nothing } from '../../parts/nothing.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { RelativeTime } from '../../parts/time.js';
import { ViewTabs } from '../../parts/view-tabs.js';
import { texts } from '../../texts/texts.js';
import { proposalStates } from './proposals-view.js';
import '../../parts/rows.css';

/** Changes that wait for a review, and those that were settled. */
export function ProposalsPage(): ReactElement {
  const { state = 'open' } = useSearch({ from: '/frame/proposals' });
  const list = useInfiniteQuery(proposalListQuery(state));
  const proposals = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page title={texts.proposals.title}>
      <ViewTabs
        label={texts.proposals.views}
        views={proposalStates}
        current={state}
        texts={texts.proposals.states}
        getAddress={(state) => linkOptions({ to: '/proposals', search: { state } })}
      />
      {list.isError ? <ProblemNote error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? (
        <span className="skeleton rows-waiting" role="status" aria-label={texts.proposals.loading} />
      ) : null}
      {list.isSuccess && proposals.length === 0 ? (
        <Nothing icon="merge" {...texts.proposals.none[state]} />
      ) : null}
      {proposals.length > 0 ? (
        <ul className="card rows">
          {proposals.map(({ id, title, author, base, createdAt, closedAt, closedBy }) => (
            <li key={id} className="row-item">
              <div className="row-main">
                <Link to="/proposals/$proposal" params={{ proposal: id }} className="item-link row-link">
                  {title}
                </Link>
                <p className="row-facts">
                  <span>
                    <Icon name="person" />
                    {author}
                  </span>
                  <span>
                    <Icon name="branch" />
                    {base}
                  </span>
                  <span>
                    {texts.proposals.opened} <RelativeTime at={createdAt} />
                  </span>
                  {closedAt ? (
                    <span>
                      {texts.proposals.settled[state]} {closedBy ?? ''} <RelativeTime at={closedAt} />
                    </span>
                  ) : null}
                </p>
              </div>
              <Icon name="chevronRight" />
            </li>
          ))}
        </ul>
      ) : null}
      <MoreButton list={list} />
    </Page>
  );
}
