import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { callService } from '../../data/client.js';
import { type AuditRecord, auditQuery } from '../../data/installation.js';
import { Icon } from '../../parts/icon.js';
import { MoreButton } from '../../parts/more-button.js';
import { Nothing } from '../../parts/nothing.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { SearchField } from '../../parts/search-field.js';
import { RelativeTime } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';
import { readInstallationSearch } from './installation-view.js';

interface AuditFilter {
  principal?: string | undefined;
  action?: string | undefined;
}

/** The calls that changed something, the newest first, with a check that nothing was changed since. */
export function AuditLog({ filter }: { filter: AuditFilter }): ReactElement {
  const { principal, action } = filter;
  const navigate = useNavigate();
  const list = useInfiniteQuery(
    auditQuery({ ...(principal ? { principal } : {}), ...(action ? { action } : {}) }),
  );
  const records = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const setFilter = (change: AuditFilter) => {
    const search = readInstallationSearch({ view: 'audit', principal, action, ...change });
    void navigate({ to: '/installation', search, replace: true });
  };
  return (
    <section className="stack" aria-label={texts.installation.views.audit}>
      <div className="search">
        <SearchField
          label={texts.installation.audit.principal}
          value={principal ?? ''}
          onChange={(next) => setFilter({ principal: next })}
        />
        <SearchField
          label={texts.installation.audit.action}
          value={action ?? ''}
          onChange={(next) => setFilter({ action: next })}
        />
        <Verification />
      </div>
      {list.isError ? <ProblemNote error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? (
        <span className="skeleton rows-waiting" role="status" aria-label={texts.installation.loading} />
      ) : null}
      {list.isSuccess && records.length === 0 && !list.hasNextPage ? (
        <Nothing icon="search" {...texts.installation.audit.none} />
      ) : null}
      {records.length > 0 ? (
        <ul className="card rows">
          {records.map((record) => (
            <AuditItem key={record.seq} record={record} />
          ))}
        </ul>
      ) : null}
      <MoreButton list={list} />
    </section>
  );
}

function AuditItem({ record }: { record: AuditRecord }): ReactElement {
  const { at, action, principal, target, outcome, address, via } = record;
  const isGood = outcome === 'ok';
  return (
    <li className="row-item">
      <div className="row-main">
        <p className="row-title">{action}</p>
        <p className="row-facts">
          <span>
            <Icon name="person" />
            {principal}
          </span>
          {target === null ? null : <code>{target}</code>}
          <span>
            <RelativeTime at={at} />
          </span>
          {via ? <span>{via}</span> : null}
          {address ? <span>{address}</span> : null}
        </p>
      </div>
      <span className={`status status-small ${isGood ? 'tone-good' : 'tone-warn'}`}>
        <Icon name={isGood ? 'check' : 'alert'} />
        {isGood ? texts.installation.audit.done : outcome}
      </span>
    </li>
  );
}

/** Follows the chain of the records: each holds the digest of the one before. */
function Verification(): ReactElement {
  const verify = useMutation({
    mutationFn: () => callService('get', '/api/v1/platform/audit/verification', {}),
  });
  return (
    <>
      <button type="button" className="button" disabled={verify.isPending} onClick={() => verify.mutate()}>
        {texts.installation.audit.verify}
      </button>
      <span role="status" className="audit-verdict">
        {verify.data
          ? verify.data.ok
            ? texts.installation.audit.whole(verify.data.records)
            : texts.installation.audit.broken(verify.data.broken?.seq ?? 0, verify.data.broken?.reason ?? '')
          : ''}
        {verify.error ? verify.error.message : ''}
      </span>
    </>
  );
}
