import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, linkOptions, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { proposalListQuery } from '../../data/proposals.js';
import { Icon } from '../../parts/icon.js';
import { Page } from '../../parts/page.js';
import { PagedList } from '../../parts/paged-list.js';
import { RelativeTime } from '../../parts/time.js';
import { ViewTabs } from '../../parts/view-tabs.js';
import { texts } from '../../texts/texts.js';
import { proposalStates } from './proposals-view.js';

/** Changes that wait for a review, and those that were settled. */
export function ProposalsPage(): ReactElement {
  const { state = 'open' } = useSearch({ from: '/frame/proposals' });
  const list = useInfiniteQuery(proposalListQuery(state));
  return (
    <Page title={texts.proposals.title}>
      <ViewTabs
        label={texts.proposals.views}
        views={proposalStates}
        current={state}
        texts={texts.proposals.states}
        getAddress={(state) => linkOptions({ to: '/proposals', search: { state } })}
      />
      <PagedList
        list={list}
        loading={texts.proposals.loading}
        none={{ icon: 'merge', ...texts.proposals.none[state] }}
      >
        {({ id, title, author, base, createdAt, closedAt, closedBy }) => (
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
        )}
      </PagedList>
    </Page>
  );
}
