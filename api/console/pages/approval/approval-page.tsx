import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { type Approval, approvalQuery, denyApproval, grantApproval } from '../../data/approvals.js';
import { formatJson } from '../../data/exact-json.js';
import { CodeText } from '../../parts/code-text.js';
import { DiffView } from '../../parts/diff-view.js';
import { Fact, Facts } from '../../parts/facts.js';
import { Icon } from '../../parts/icon.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { RelativeTime } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';
import './approval.css';

/** One effect that an agent asks for: what would happen, and the decision. */
export function ApprovalPage(): ReactElement {
  const { approval: id } = useParams({ from: '/frame/approvals/$approval' });
  const query = useQuery(approvalQuery(id));
  return (
    <Page title={texts.approval.title} above={<Link to="/inbox">{texts.inbox.title}</Link>}>
      {query.data ? <ApprovalContent key={id} approval={query.data} /> : null}
      {query.isError ? <ProblemNote error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? (
        <span className="skeleton approval-waiting" role="status" aria-label={texts.approval.loading} />
      ) : null}
    </Page>
  );
}

function ApprovalContent({ approval }: { approval: Approval }): ReactElement {
  const { effect, requestedBy, client, createdAt, expiresAt, status, details = {}, mayDecide } = approval;
  const { diff, ...facts } = details;
  return (
    <>
      <p className="approval-effect">
        <CodeText text={effect} />
      </p>
      <Facts>
        <Fact title={texts.approval.facts.requestedBy}>{requestedBy}</Fact>
        {client === '' ? null : <Fact title={texts.approval.facts.client}>{client}</Fact>}
        <Fact title={texts.approval.facts.requested}>
          <RelativeTime at={createdAt} />
        </Fact>
        {status === 'pending' ? (
          <Fact title={texts.approval.facts.ends}>
            <RelativeTime at={expiresAt} />
          </Fact>
        ) : null}
      </Facts>
      {status === 'pending' ? null : <Outcome approval={approval} />}
      {mayDecide || status !== 'pending' ? <Decision approval={approval} /> : null}
      {!mayDecide && status === 'pending' ? <p className="note">{texts.approval.notByYou}</p> : null}
      {Object.entries(facts).map(([name, value]) => (
        <section key={name} className="card approval-detail" aria-label={name}>
          <h2>{name}</h2>
          <pre>{typeof value === 'string' ? value : formatJson(value)}</pre>
        </section>
      ))}
      {typeof diff === 'string' && diff !== '' ? <DiffView patch={diff} label={texts.approval.diff} /> : null}
    </>
  );
}

function Outcome({
  approval: { status, decidedBy, decidedAt, outcome },
}: {
  approval: Approval;
}): ReactElement {
  return (
    <section className="card approval-detail" aria-label={texts.approval.decision}>
      <p>
        <strong>{texts.approval.ended[status]}</strong>
        {decidedBy === null ? null : ` · ${decidedBy}`}
        {decidedAt === null ? null : (
          <>
            {' · '}
            <RelativeTime at={decidedAt} />
          </>
        )}
      </p>
      {outcome === undefined ? null : <pre>{formatJson(outcome)}</pre>}
    </section>
  );
}

/** Two buttons; what a grant shows once, such as a new key, stays until the page is left. */
function Decision({ approval: { id, status } }: { approval: Approval }): ReactElement | null {
  const queryClient = useQueryClient();
  const renew = () => void queryClient.invalidateQueries();
  const grant = useMutation({ mutationFn: () => grantApproval(id), onSettled: renew });
  const deny = useMutation({ mutationFn: () => denyApproval(id), onSettled: renew });
  const error = grant.error ?? deny.error;
  const result = grant.data?.result;
  if (result !== undefined)
    return (
      <section className="card approval-detail" aria-label={texts.approval.result}>
        <p>{texts.approval.shownOnce}</p>
        <pre>{formatJson(result)}</pre>
      </section>
    );
  return (
    <>
      {error ? <ProblemNote error={error} /> : null}
      {status === 'pending' ? (
        <div className="approval-buttons">
          <button
            type="button"
            className="button"
            disabled={grant.isPending || deny.isPending}
            onClick={() => deny.mutate()}
          >
            {texts.approval.deny}
          </button>
          <button
            type="button"
            className="button button-main"
            disabled={grant.isPending || deny.isPending}
            onClick={() => grant.mutate()}
          >
            <Icon name="check" />
            {texts.approval.grant}
          </button>
        </div>
      ) : null}
    </>
  );
}
