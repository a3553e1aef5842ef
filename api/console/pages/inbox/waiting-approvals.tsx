import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { waitingApprovalsQuery } from '../../data/approvals.js';
import { CodeText } from '../../parts/code-text.js';
import { Icon } from '../../parts/icon.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { RelativeTime } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';

/** The effects of agents that the reader may grant; nothing where there are none. */
export function WaitingApprovals(): ReactElement | null {
  const query = useQuery(waitingApprovalsQuery);
  if (query.isError) return <ProblemNote error={query.error} onRetry={() => void query.refetch()} />;
  const items = query.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-label={texts.approval.waiting}>
      <h2>{texts.approval.waiting}</h2>
      <ul className="card inbox-list">
        {items.map(({ id, effect, requestedBy, createdAt }) => (
          <li key={id} className="inbox-item">
            <Link to="/approvals/$approval" params={{ approval: id }} className="item-link inbox-link">
              <CodeText text={effect} />
            </Link>
            <p className="inbox-facts">
              <span>
                <Icon name="person" />
                {requestedBy}
              </span>
              <span>
                {texts.inbox.opened} <RelativeTime at={createdAt} />
              </span>
            </p>
            <Icon name="chevronRight" className="inbox-arrow" />
          </li>
        ))}
      </ul>
    </section>
  );
}
