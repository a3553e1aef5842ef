import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useId, useState } from 'react';
import {
  type Backup,
  backupCategories,
  backupsQuery,
  createBackup,
  deleteBackup,
  restoreBackup,
} from '../../data/backups.js';
import { getServicePath } from '../../data/base.js';
import { ConfirmDialog } from '../../parts/confirm-dialog.js';
import { Dialog } from '../../parts/dialog.js';
import { DialogFoot } from '../../parts/dialog-foot.js';
import { Icon, type IconName } from '../../parts/icon.js';
import { Nothing } from '../../parts/nothing.js';
import { ProblemNote } from '../../parts/problem-note.js';
import type { Tone } from '../../parts/status.js';
import { RelativeTime } from '../../parts/time.js';
import { showToast } from '../../parts/toasts.js';
import { texts } from '../../texts/texts.js';
import '../../parts/choices.css';

const looks: Record<Backup['status'], { icon: IconName; tone: Tone }> = {
  running: { icon: 'run', tone: 'busy' },
  completed: { icon: 'check', tone: 'good' },
  failed: { icon: 'cross', tone: 'bad' },
};

type Question = { verb: 'restore' | 'delete'; backup: Backup } | { verb: 'create' };

/** The backups of the installation: taking one, restoring one after its effect is shown, deleting one. */
export function Backups(): ReactElement {
  const query = useQuery(backupsQuery);
  const [question, setQuestion] = useState<Question>();
  const backups = query.data ?? [];
  const close = () => setQuestion(undefined);
  return (
    <section className="stack" aria-label={texts.installation.views.backups}>
      <div>
        <button type="button" className="button button-main" onClick={() => setQuestion({ verb: 'create' })}>
          <Icon name="plus" />
          {texts.backups.create}
        </button>
      </div>
      {query.isError ? <ProblemNote error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? (
        <span className="skeleton rows-waiting" role="status" aria-label={texts.installation.loading} />
      ) : null}
      {query.isSuccess && backups.length === 0 ? <Nothing icon="copy" {...texts.backups.none} /> : null}
      {backups.length > 0 ? (
        <ul className="card rows">
          {backups.map((backup) => (
            <BackupItem key={backup.id} backup={backup} onAsk={(verb) => setQuestion({ verb, backup })} />
          ))}
        </ul>
      ) : null}
      {question?.verb === 'create' ? <CreateDialog onClose={close} /> : null}
      {question?.verb === 'restore' ? <RestoreDialog backup={question.backup} onClose={close} /> : null}
      {question?.verb === 'delete' ? (
        <ConfirmDialog
          question={{
            title: texts.backups.deleteTitle,
            detail: texts.backups.deleteLead,
            action: texts.actions.delete,
            perform: () => deleteBackup(question.backup.id),
            done: texts.backups.deleted,
          }}
          changes={backupsQuery.queryKey}
          onClose={close}
        />
      ) : null}
    </section>
  );
}

function BackupItem({
  backup,
  onAsk,
}: {
  backup: Backup;
  onAsk: (verb: 'restore' | 'delete') => void;
}): ReactElement {
  const { id, status, origin, categories, createdBy, createdAt, size, error, lastRestore, masterKey } =
    backup;
  const { icon, tone } = looks[status];
  return (
    <li className="row-item row-stack">
      <div className="row-main">
        <p className="row-title">
          {texts.backups.origins[origin]} <RelativeTime at={createdAt} />
        </p>
        <p className="row-facts">
          <span className={`status status-small tone-${tone}`}>
            <Icon name={icon} />
            {texts.backups.states[status]}
          </span>
          {size === null ? null : <span>{texts.backups.size(size)}</span>}
          <span>{createdBy}</span>
        </p>
        <p className="row-note">{categories.join(', ')}</p>
        {error === null ? null : <p className="backup-error">{error}</p>}
        {masterKey === 'foreign' ? <p className="backup-error">{texts.backups.foreignKey}</p> : null}
        {lastRestore ? (
          <p className={lastRestore.status === 'failed' ? 'backup-error' : 'row-note'}>
            {texts.backups.restores[lastRestore.status]} <RelativeTime at={lastRestore.startedAt} />
            {lastRestore.error === null ? '' : `: ${lastRestore.error}`}
          </p>
        ) : null}
      </div>
      <div className="row-side">
        {status === 'completed' ? (
          <>
            <a
              className="button button-small"
              href={getServicePath(`/api/v1/platform/backups/${encodeURIComponent(id)}/download`)}
              download
            >
              {texts.value.download}
            </a>
            <button type="button" className="button button-small" onClick={() => onAsk('restore')}>
              {texts.backups.restore}
            </button>
          </>
        ) : null}
        {status === 'running' ? null : (
          <button type="button" className="button button-small" onClick={() => onAsk('delete')}>
            {texts.actions.delete}
          </button>
        )}
      </div>
    </li>
  );
}

function CreateDialog({ onClose }: { onClose: () => void }): ReactElement {
  const id = useId();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<readonly string[]>(backupCategories);
  const create = useMutation({
    mutationFn: () => createBackup(chosen),
    onSuccess: () => {
      showToast('good', texts.backups.created);
      onClose();
      return queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey });
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={texts.backups.createTitle}>
      <p>{texts.backups.createLead}</p>
      <fieldset className="choices">
        <legend className="label">{texts.backups.categories}</legend>
        {backupCategories.map((category) => (
          <label key={category} htmlFor={`${id}-${category}`}>
            <input
              id={`${id}-${category}`}
              type="checkbox"
              checked={chosen.includes(category)}
              onChange={({ target }) =>
                setChosen(
                  backupCategories.filter((each) =>
                    each === category ? target.checked : chosen.includes(each),
                  ),
                )
              }
            />
            {texts.backups.category[category]}
          </label>
        ))}
      </fieldset>
      <DialogFoot
        onClose={onClose}
        error={create.error}
        action={{
          text: texts.backups.create,
          look: 'main',
          isDisabled: create.isPending || chosen.length === 0,
          onPress: () => create.mutate(),
        }}
      />
    </Dialog>
  );
}

/** Shows what a restore would change before it can be confirmed. */
function RestoreDialog({ backup, onClose }: { backup: Backup; onClose: () => void }): ReactElement {
  const queryClient = useQueryClient();
  const check = useQuery({
    queryKey: ['backups', backup.id, 'effect'],
    queryFn: () => restoreBackup(backup.id, true),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const restore = useMutation({
    mutationFn: () => restoreBackup(backup.id, false),
    onSuccess: ({ notice }) => {
      showToast(notice === null ? 'good' : 'bad', notice ?? texts.backups.restored);
      onClose();
      return queryClient.invalidateQueries();
    },
  });
  const error = restore.error ?? check.error;
  return (
    <Dialog isOpen onClose={onClose} title={texts.backups.restoreTitle}>
      {check.isPending ? (
        <span className="skeleton rows-waiting" role="status" aria-label={texts.backups.checking} />
      ) : null}
      {check.data ? (
        <>
          <p>{texts.backups.restoreLead}</p>
          <table className="backup-effect">
            <thead>
              <tr>
                {[
                  texts.backups.part,
                  texts.backups.isNew,
                  texts.backups.isChanged,
                  texts.backups.isDeleted,
                ].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Object.entries(check.data.categories).map(([category, { created, changed, deleted }]) => (
                <tr key={category}>
                  <th scope="row">{category}</th>
                  <td>{created}</td>
                  <td>{changed}</td>
                  <td>{deleted}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {check.data.isElsewhere ? <p className="note note-warn">{texts.backups.elsewhere}</p> : null}
          {check.data.leftOut.length > 0 ? (
            <details className="muted">
              <summary>{texts.backups.leftOut(check.data.leftOut.length)}</summary>
              {check.data.leftOut.map(({ table }) => table).join(', ')}
            </details>
          ) : null}
        </>
      ) : null}
      <DialogFoot
        onClose={onClose}
        error={error}
        action={
          check.data
            ? {
                text: texts.backups.restore,
                look: 'bad',
                isDisabled: restore.isPending,
                onPress: () => restore.mutate(),
              }
            : undefined
        }
      />
    </Dialog>
  );
}
