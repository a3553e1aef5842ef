import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useBranch } from '../../data/branches.js';
import { connectionListQuery } from '../../data/connections.js';
import { getReadiness } from '../../data/readiness.js';
import { CodeText, toSentence } from '../../parts/code-text.js';
import { Page } from '../../parts/page.js';
import { PagedList } from '../../parts/paged-list.js';
import { ReadinessBadge } from '../../parts/readiness-badge.js';
import { SearchField } from '../../parts/search-field.js';
import { texts } from '../../texts/texts.js';

/** The connections of a branch. */
export function ConnectionsPage(): ReactElement {
  const { q } = useSearch({ from: '/frame/connections' });
  const branch = useBranch();
  const navigate = useNavigate();
  const list = useInfiniteQuery(connectionListQuery(branch, q));
  return (
    <Page title={texts.connections.title}>
      <div className="search" role="search">
        <SearchField
          label={texts.connections.search}
          value={q ?? ''}
          onChange={(next) =>
            void navigate({ to: '/connections', search: { q: next || undefined }, replace: true })
          }
        />
      </div>
      <PagedList
        list={list}
        loading={texts.connections.loading}
        none={{ icon: 'plug', ...(q === undefined ? texts.connections.none : texts.connections.noMatch) }}
      >
        {({ name, definition, status }) => {
          const obstacle = (status.missing[0] ?? status.findings[0])?.message;
          const readiness = getReadiness(status.conditions, definition !== null);
          return (
            <li key={name} className="row-item">
              <div className="row-main">
                <Link
                  to="/connections/$connection"
                  params={{ connection: name }}
                  className="item-link row-link"
                >
                  {name}
                </Link>
                <p className="row-facts">{String(definition?.['connector'] ?? '')}</p>
                {obstacle && readiness !== 'ready' ? (
                  <p className="row-note">
                    <CodeText text={toSentence(obstacle)} />
                  </p>
                ) : null}
              </div>
              <div className="row-side">
                <ReadinessBadge readiness={readiness} />
              </div>
            </li>
          );
        }}
      </PagedList>
    </Page>
  );
}
