import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { isEnded } from '../../data/run-states.js';
import { changeRun, type Run, repeatRun, runQuery } from '../../data/runs.js';
import { Dialog } from '../../parts/dialog.js';
import { Icon } from '../../parts/icon.js';
import { Menu, MenuItem } from '../../parts/menu.js';
import { showProblem } from '../../parts/show-problem.js';
import { showToast } from '../../parts/toasts.js';
import { texts } from '../../texts/texts.js';

/** The actions that a person can take on a run in its state. */
export function RunActions({ run }: { run: Run }): ReactElement {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const repeat = useMutation({
    mutationFn: ({ verb, revision }: { verb: 'retry' | 'rerun'; revision: 'same' | 'newest' }) =>
      repeatRun(run, verb, revision),
    onSuccess: (next) => {
      showToast('good', texts.run.actions.started);
      void navigate({ to: '/runs/$run', params: { run: next.id } });
    },
    onError: showProblem,
  });
  const change = useMutation({
    mutationFn: (action: 'cancel' | 'suspend' | 'resume') => changeRun(run, action),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: runQuery(run.id).queryKey }),
    onError: showProblem,
  });
  const isBusy = repeat.isPending || change.isPending;

  if (isEnded(run)) {
    const canRetry = run.status !== 'completed';
    return (
      <>
        {canRetry ? (
          <button
            type="button"
            className="button button-main"
            disabled={isBusy}
            onClick={() => repeat.mutate({ verb: 'retry', revision: 'newest' })}
          >
            <Icon name="refresh" />
            {texts.run.actions.retry}
          </button>
        ) : null}
        <Menu
          trigger={
            <button type="button" className="button" disabled={isBusy}>
              {texts.run.actions.again}
              <Icon name="chevronDown" />
            </button>
          }
        >
          {canRetry ? (
            <MenuItem
              detail={texts.run.actions.retrySameDetail}
              onSelect={() => repeat.mutate({ verb: 'retry', revision: 'same' })}
            >
              {texts.run.actions.retrySame}
            </MenuItem>
          ) : null}
          <MenuItem
            detail={texts.run.actions.rerunNewestDetail}
            onSelect={() => repeat.mutate({ verb: 'rerun', revision: 'newest' })}
          >
            {texts.run.actions.rerunNewest}
          </MenuItem>
          <MenuItem
            detail={texts.run.actions.rerunSameDetail}
            onSelect={() => repeat.mutate({ verb: 'rerun', revision: 'same' })}
          >
            {texts.run.actions.rerunSame}
          </MenuItem>
        </Menu>
      </>
    );
  }
  const verb = run.status === 'suspended' ? 'resume' : 'suspend';
  return (
    <>
      <button type="button" className="button" disabled={isBusy} onClick={() => change.mutate(verb)}>
        <Icon name={verb === 'resume' ? 'play' : 'pause'} />
        {texts.run.actions[verb]}
      </button>
      <button type="button" className="button" disabled={isBusy} onClick={() => setAsking(true)}>
        <Icon name="stop" />
        {texts.run.actions.cancel}
      </button>
      <Dialog isOpen={isAsking} onClose={() => setAsking(false)} title={texts.run.actions.cancelQuestion}>
        <p>{texts.run.actions.cancelDetail}</p>
        <div className="dialog-foot">
          <button type="button" className="button" onClick={() => setAsking(false)}>
            {texts.run.actions.keep}
          </button>
          <button
            type="button"
            className="button button-bad"
            onClick={() => {
              setAsking(false);
              change.mutate('cancel');
            }}
          >
            {texts.run.actions.cancel}
          </button>
        </div>
      </Dialog>
    </>
  );
}
