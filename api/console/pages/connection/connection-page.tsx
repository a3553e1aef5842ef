import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useParams, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useBranch } from '../../data/branches.js';
import { actionsQuery, type Connection, connectionQuery } from '../../data/connections.js';
import { ServiceProblem } from '../../data/problem.js';
import { getReadiness } from '../../data/readiness.js';
import { VersionList } from '../../panels/versions/version-list.js';
import { EntityFile } from '../../parts/entity-file.js';
import { Fact, Facts } from '../../parts/facts.js';
import { Obstacles } from '../../parts/obstacles.js';
import { Page } from '../../parts/page.js';
import { describeProblem, ProblemNote } from '../../parts/problem-note.js';
import { ReadinessBadge } from '../../parts/readiness-badge.js';
import { Section } from '../../parts/section.js';
import { UsedList } from '../../parts/used-list.js';
import { ViewTabs } from '../../parts/view-tabs.js';
import { texts } from '../../texts/texts.js';
import { ConnectionConsent } from './connection-consent.js';
import { ConnectionTest } from './connection-test.js';
import { connectionViews } from './connection-view.js';
import '../../parts/rows.css';
import './connection.css';

/** One connection: its state, what flows can call on it, and a test. */
export function ConnectionPage(): ReactElement {
  const { connection: name } = useParams({ from: '/frame/connections/$connection' });
  const branch = useBranch();
  const query = useQuery(connectionQuery(branch, name));
  if (query.data) return <ConnectionContent key={name} connection={query.data} />;
  const isGone = query.error instanceof ServiceProblem && [400, 403, 404, 422].includes(query.error.status);
  return (
    <Page title={name} above={<ConnectionsLink />}>
      {query.isError ? (
        <ProblemNote error={query.error} onRetry={isGone ? undefined : () => void query.refetch()} />
      ) : (
        <span className="skeleton rows-waiting" role="status" aria-label={texts.connections.loading} />
      )}
    </Page>
  );
}

function ConnectionsLink(): ReactElement {
  return <Link to="/connections">{texts.connections.title}</Link>;
}

function ConnectionContent({ connection }: { connection: Connection }): ReactElement {
  const { view = 'overview' } = useSearch({ from: '/frame/connections/$connection' });
  const { name, branch, definition, revision, status, path } = connection;
  const address = { branch, type: 'connection', name };
  return (
    <Page
      title={name}
      above={
        <>
          <ConnectionsLink /> / {name}
        </>
      }
      beside={<ReadinessBadge readiness={getReadiness(status.conditions, definition !== null)} />}
    >
      <Facts>
        <Fact title={texts.connections.connector}>{String(definition?.['connector'] ?? '–')}</Fact>
        <Fact title={texts.flow.facts.revision}>
          {revision === null ? '–' : <code title={revision}>{revision.slice(0, 8)}</code>} · {branch}
        </Fact>
        <Fact title={texts.flow.facts.file}>
          <code>{path}</code>
        </Fact>
      </Facts>
      <Obstacles status={status} isInService={definition !== null} />
      <ViewTabs
        label={texts.connections.views}
        views={connectionViews}
        current={view}
        texts={texts.flow.views}
        getAddress={(view) =>
          linkOptions({ to: '/connections/$connection', params: { connection: name }, search: { view } })
        }
      />
      {view === 'overview' ? <Overview connection={connection} /> : null}
      {view === 'versions' ? <VersionList address={address} /> : null}
      {view === 'definition' ? <EntityFile address={address} title={texts.flow.views.definition} /> : null}
    </Page>
  );
}

function Overview({ connection }: { connection: Connection }): ReactElement {
  const { branch, name, definition, origin } = connection;
  const { env } = useSearch({ from: '/frame/connections/$connection' });
  return (
    <div className="columns">
      <div className="column">
        {needsConsent(definition) ? (
          <ConnectionConsent branch={branch} connection={name} initialEnvironment={env} />
        ) : null}
        {definition === null ? null : <ConnectionTest branch={branch} connection={name} />}
        {definition === null ? null : <Actions branch={branch} connection={name} />}
      </div>
      <div className="column">
        <Section title={texts.uses.usedBy}>
          <UsedList items={origin?.usedBy ?? []} none={texts.uses.usedByNone} />
        </Section>
      </div>
    </div>
  );
}

/** Tells whether a person consents to the use of the connection. */
function needsConsent(definition: Connection['definition']): boolean {
  const config = definition?.['config'] as { auth?: { authorizationUrl?: unknown } } | undefined;
  return config?.auth?.authorizationUrl !== undefined;
}

const maxActions = 100;

function Actions({ branch, connection }: { branch: string; connection: string }): ReactElement {
  const query = useQuery(actionsQuery(branch, connection));
  const actions = query.data ?? [];
  return (
    <Section title={texts.connections.actions}>
      {query.isPending ? <span className="skeleton rows-waiting" /> : null}
      {query.isError ? <p className="card calm">{describeProblem(query.error).detail}</p> : null}
      {query.isSuccess && actions.length === 0 ? (
        <p className="card calm">{texts.connections.noActions}</p>
      ) : null}
      {actions.length > 0 ? (
        <ul className="card rows">
          {actions.slice(0, maxActions).map(({ name, title, hints }) => (
            <li key={name} className="row-item connection-action">
              <div className="row-main">
                <code>{name}</code>
                {title ? <p className="row-note">{title}</p> : null}
              </div>
              <span className="row-side">
                {hints?.readOnly ? texts.connections.reads : texts.connections.writes}
              </span>
            </li>
          ))}
          {actions.length > maxActions ? (
            <li className="row-item">{texts.bulk.more(actions.length - maxActions)}</li>
          ) : null}
        </ul>
      ) : null}
    </Section>
  );
}
