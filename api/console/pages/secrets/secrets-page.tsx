import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useBranch } from '../../data/branches.js';
import { environmentsQuery } from '../../data/environments.js';
import { deleteSecret, type Secret, secretProvidersQuery, secretsQuery } from '../../data/secrets.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Icon } from '../../parts/icon.js';
import { Nothing } from '../../parts/nothing.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { RowButton } from '../../parts/row-button.js';
import { SearchField } from '../../parts/search-field.js';
import { Section } from '../../parts/section.js';
import { RelativeTime } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';
import { SecretDialog } from './secret-dialog.js';
import { groupSecrets, type SecretGroup } from './secret-groups.js';
import '../../panels/form/form.css';
import '../../parts/rows.css';
import './secrets.css';

/** The secrets of the installation by their names; a value is never shown. */
export function SecretsPage(): ReactElement {
  const { q = '', set, keys = '' } = useSearch({ from: '/frame/secrets' });
  const navigate = useNavigate();
  const branch = useBranch();
  const secrets = useQuery(secretsQuery);
  const environments = useQuery(environmentsQuery(branch)).data ?? [];
  const [edited, setEdited] = useState<Secret | 'new'>();
  const [deleted, setDeleted] = useState<Secret>();
  const all = secrets.data ?? [];
  const words = q.toLowerCase();
  const shown = all.filter(({ path, keys }) => `${path} ${keys.join(' ')}`.toLowerCase().includes(words));
  // An address that asks for a secret which is there by now changes it.
  const target = edited === 'new' || edited === undefined ? all.find(({ path }) => path === set) : edited;
  const isEditing = edited !== undefined || (set !== undefined && secrets.isSuccess);
  const close = () => {
    setEdited(undefined);
    if (set !== undefined) void navigate({ to: '/secrets', search: { q: q || undefined }, replace: true });
  };
  return (
    <Page
      title={texts.secrets.title}
      actions={
        secrets.isSuccess ? (
          <button type="button" className="button button-main" onClick={() => setEdited('new')}>
            <Icon name="plus" />
            {texts.secrets.new}
          </button>
        ) : null
      }
    >
      <p className="muted">{texts.secrets.lead}</p>
      {all.length > 0 ? (
        <div className="search" role="search">
          <SearchField
            label={texts.secrets.search}
            value={q}
            onChange={(next) =>
              void navigate({ to: '/secrets', search: { q: next || undefined }, replace: true })
            }
          />
        </div>
      ) : null}
      {secrets.isError ? <ProblemNote error={secrets.error} onRetry={() => void secrets.refetch()} /> : null}
      {secrets.isPending ? (
        <span className="skeleton rows-waiting" role="status" aria-label={texts.secrets.loading} />
      ) : null}
      {secrets.isSuccess && shown.length === 0 ? (
        <Nothing icon="key" {...(all.length === 0 ? texts.secrets.none : texts.secrets.noMatch)} />
      ) : null}
      {groupSecrets(shown, environments).map((group) => (
        <SecretGroupList
          key={`${group.kind} ${group.environment}`}
          group={group}
          onChange={setEdited}
          onDelete={setDeleted}
        />
      ))}
      {secrets.isSuccess ? <Providers /> : null}
      {isEditing ? (
        <SecretDialog
          secret={edited === 'new' ? undefined : target}
          path={edited === 'new' ? undefined : set}
          missing={edited === undefined ? keys.split(',').filter((key) => key !== '') : []}
          environments={environments}
          onClose={close}
        />
      ) : null}
      {deleted ? (
        <ConfirmDialog
          question={{
            title: texts.actions.deleteTitle(deleted.path),
            detail: texts.secrets.deleteDetail(deleted.version),
            action: texts.actions.delete,
            perform: () => deleteSecret(deleted.path),
            done: texts.actions.deleted(deleted.path),
          }}
          onClose={() => setDeleted(undefined)}
        />
      ) : null}
    </Page>
  );
}

function getTitle({ kind, environment, prefix }: SecretGroup): string {
  if (kind === 'environment') return texts.secrets.ofEnvironment(environment, prefix);
  return kind === 'installation' ? texts.secrets.ofInstallation : texts.secrets.everywhere;
}

function SecretGroupList({
  group,
  onChange,
  onDelete,
}: {
  group: SecretGroup;
  onChange: (secret: Secret) => void;
  onDelete: (secret: Secret) => void;
}): ReactElement {
  return (
    <Section title={getTitle(group)}>
      <ul className="card rows">
        {group.secrets.map((secret) => (
          <li key={secret.path} className="row-item row-stack">
            <div className="row-main">
              <p className="row-title">{secret.path}</p>
              <p className="row-facts">
                <span>
                  <Icon name="key" />
                  {secret.keys.join(', ')}
                </span>
                <span>{texts.secrets.version(secret.version)}</span>
                <span>
                  {texts.secrets.changed} <RelativeTime at={secret.updatedAt} />
                </span>
              </p>
            </div>
            <div className="row-side">
              <RowButton
                text={texts.secrets.rotate}
                subject={secret.path}
                icon="refresh"
                onPress={() => onChange(secret)}
              />
              <RowButton text={texts.actions.delete} subject={secret.path} onPress={() => onDelete(secret)} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Secrets that other programs keep, which the console can name only. */
function Providers(): ReactElement | null {
  const { data: providers = [] } = useQuery(secretProvidersQuery);
  if (providers.length === 0) return null;
  return (
    <Section title={texts.secrets.providers}>
      <ul className="card rows">
        {providers.map(({ prefix, type, location, paths, problem }) => (
          <li key={prefix} className="row-item">
            <div className="row-main">
              <p className="row-title">{prefix}</p>
              <p className="row-facts">
                <span>{type}</span>
                <code>{location}</code>
              </p>
              {problem ? <p className="form-fault">{problem}</p> : null}
              <p className="row-note">{paths.length === 0 ? texts.secrets.noPaths : paths.join(', ')}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
