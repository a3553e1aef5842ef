import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { RunQuery } from '../../data/run-states.js';
import { type BatchAction, changeRuns, type RunBatch } from '../../data/runs.js';
import { Dialog } from '../../parts/dialog.js';
import { Icon } from '../../parts/icon.js';
import { Menu, MenuItem, MenuNote } from '../../parts/menu.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { showToast } from '../../parts/toasts.js';
import { texts } from '../../texts/texts.js';

interface BulkProps {
  branch: string;
  query: RunQuery;
  onDone: () => void;
}

const actions: readonly BatchAction[] = ['retry', 'rerun', 'cancel'];
const takes: Record<BatchAction, readonly string[]> = {
  retry: ['faulted', 'cancelled'],
  rerun: ['completed', 'faulted', 'cancelled'],
  cancel: ['pending', 'running', 'waiting', 'suspended'],
};

/** Changes of all runs that fit the filter; each says first how many those are. */
export function BulkMenu({ branch, query, onDone }: BulkProps): ReactElement {
  const [action, setAction] = useState<BatchAction>();
  return (
    <>
      <Menu
        trigger={
          <button type="button" className="button">
            {texts.bulk.open}
            <Icon name="chevronDown" />
          </button>
        }
      >
        <MenuNote>{texts.bulk.note}</MenuNote>
        {actions.map((each) => (
          <MenuItem
            key={each}
            isDangerous={each === 'cancel'}
            isDisabled={query.status !== undefined && !takes[each].includes(query.status)}
            detail={texts.bulk[each].detail}
            onSelect={() => setAction(each)}
          >
            {texts.bulk[each].item}
          </MenuItem>
        ))}
      </Menu>
      <Dialog
        isOpen={action !== undefined}
        onClose={() => setAction(undefined)}
        title={action ? texts.bulk[action].item : ''}
      >
        {action ? (
          <BulkQuestion
            branch={branch}
            query={query}
            action={action}
            onDone={() => {
              setAction(undefined);
              onDone();
            }}
            onCancel={() => setAction(undefined)}
          />
        ) : null}
      </Dialog>
    </>
  );
}

const maxListed = 5;

function BulkQuestion({
  branch,
  query,
  action,
  onDone,
  onCancel,
}: BulkProps & { action: BatchAction; onCancel: () => void }): ReactElement {
  const preview = useQuery({
    queryKey: ['run-batch', branch, query, action],
    queryFn: () => changeRuns(branch, { action, filter: query, dryRun: true }),
    gcTime: 0,
  });
  const change = useMutation({
    mutationFn: () => changeRuns(branch, { action, filter: query, dryRun: false }),
    onSuccess: ({ changed, failed, nextCursor }: RunBatch) => {
      showToast(
        failed > 0 ? 'bad' : 'good',
        texts.bulk.outcome(action, changed, failed, nextCursor !== null),
      );
      onDone();
    },
  });
  if (preview.isError) return <ProblemNote error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data)
    return <span className="skeleton bulk-waiting" role="status" aria-label={texts.bulk.counting} />;
  const { changed, items, nextCursor } = preview.data;
  return (
    <>
      <p>{changed === 0 ? texts.bulk.none : texts.bulk[action].question(changed, nextCursor !== null)}</p>
      {changed === 0 ? null : (
        <ul className="bulk-runs">
          {items.slice(0, maxListed).map(({ run, flow }) => (
            <li key={run}>
              {flow} <code>{run.slice(0, 13)}…</code>
            </li>
          ))}
          {changed > maxListed ? <li className="muted">{texts.bulk.more(changed - maxListed)}</li> : null}
        </ul>
      )}
      {change.isError ? <ProblemNote error={change.error} /> : null}
      <div className="dialog-foot">
        <button type="button" className="button" onClick={onCancel}>
          {texts.bulk.back}
        </button>
        {changed === 0 ? null : (
          <button
            type="button"
            className={`button ${action === 'cancel' ? 'button-bad' : 'button-main'}`}
            disabled={change.isPending}
            onClick={() => change.mutate()}
          >
            {texts.bulk[action].confirm(changed)}
          </button>
        )}
      </div>
    </>
  );
}
