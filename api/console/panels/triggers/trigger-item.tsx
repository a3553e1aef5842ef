import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { mayPerhaps } from '../../data/rights.js';
import { sessionQuery } from '../../data/session.js';
import { changeTrigger, fireTrigger, type TriggerState, triggersKey } from '../../data/triggers.js';
import { CodeText } from '../../parts/code-text.js';
import { CopyButton } from '../../parts/copy-button.js';
import { Icon, type IconName } from '../../parts/icon.js';
import { Menu, MenuItem } from '../../parts/menu.js';
import { showProblem } from '../../parts/show-problem.js';
import type { Tone } from '../../parts/status.js';
import { RelativeTime, TimeInWords, useNow } from '../../parts/time.js';
import { formatDayTime } from '../../parts/time-format.js';
import { showToast } from '../../parts/toasts.js';
import { texts } from '../../texts/texts.js';
import { BackfillDialog } from './backfill-dialog.js';
import '../../parts/rows.css';
import '../../parts/status.css';
import './trigger-item.css';

const stateLooks: Record<TriggerState['state'], { icon: IconName; tone: Tone }> = {
  active: { icon: 'check', tone: 'good' },
  paused: { icon: 'pause', tone: 'warn' },
  disabled: { icon: 'stop', tone: 'calm' },
  inactive: { icon: 'minus', tone: 'calm' },
};

interface TriggerItemProps {
  branch: string;
  trigger: TriggerState;
  /** True on the page of the flow, which needs no name. */
  isOfFlow?: boolean;
}

/** A trigger: when it starts its flow, what it started last, and what can be done with it. */
export function TriggerItem({ branch, trigger, isOfFlow = false }: TriggerItemProps): ReactElement {
  const { name, flow, kind, state, environment, next, address, messages, poll, pausedBy, pausedAt } = trigger;
  const source = messages ?? poll;
  const { icon, tone } = stateLooks[state];
  const isSchedule = name === `flow.${flow}`;
  return (
    <li className="row-item row-stack">
      <div className="row-main">
        {isOfFlow ? (
          <p className="row-title">{isSchedule ? texts.triggers.ownSchedule : name}</p>
        ) : (
          <Link to="/flows/$flow" params={{ flow }} className="row-link">
            {flow}
          </Link>
        )}
        <p className="row-facts">
          <span>
            <Icon name={kind === 'schedule' ? 'clock' : 'live'} />
            {texts.trigger[kind]}
          </span>
          {isOfFlow || isSchedule ? null : <code>{name}</code>}
          {environment === null ? null : <span>{environment}</span>}
        </p>
        <NextTimes next={next} state={state} />
        {address === null ? null : (
          <p className="trigger-address">
            <code>{address}</code>
            <CopyButton text={address} what={texts.triggers.address} />
          </p>
        )}
        {source?.status === 'failing' ? (
          <p className="trigger-obstacle">
            <CodeText text={texts.triggers.noMessages(source.connection ?? '', source.detail ?? '')} />
          </p>
        ) : null}
        {state === 'paused' && pausedAt !== null ? (
          <p className="row-note">
            {texts.triggers.pausedBy(pausedBy ?? '')} <RelativeTime at={pausedAt} />
          </p>
        ) : null}
        {state === 'inactive' ? <p className="row-note">{texts.triggers.inactive}</p> : null}
        <LastOccurrence trigger={trigger} />
      </div>
      <div className="row-side">
        <span className={`status tone-${tone}`}>
          <Icon name={icon} />
          {texts.triggers.states[state]}
        </span>
        <TriggerActions branch={branch} trigger={trigger} />
      </div>
    </li>
  );
}

function NextTimes({ next, state }: Pick<TriggerState, 'next' | 'state'>): ReactElement | null {
  const now = useNow(60_000);
  const [first, ...others] = next;
  if (first === undefined || state !== 'active') return null;
  return (
    <p className="row-note">
      {texts.triggers.next} <TimeInWords at={first} />
      {others.length > 0
        ? `; ${texts.overview.later(others.map((time) => formatDayTime(Date.parse(time), now)).join(', '))}`
        : ''}
    </p>
  );
}

function LastOccurrence({ trigger }: { trigger: TriggerState }): ReactElement | null {
  const [last] = trigger.occurrences;
  if (!last) return null;
  const words = texts.triggers.occurrence[last.status];
  return (
    <p className={last.status === 'failed' ? 'trigger-obstacle' : 'row-note'}>
      {texts.triggers.last}{' '}
      {last.run === null ? (
        words
      ) : (
        <Link to="/runs/$run" params={{ run: last.run }}>
          {words}
        </Link>
      )}{' '}
      <RelativeTime at={last.time} />
      {last.reason === null ? '' : ` (${texts.triggers.reasons[last.reason] ?? last.reason})`}
      {last.problem ? (
        <>
          : <CodeText text={last.problem.detail ?? ''} />
        </>
      ) : null}
    </p>
  );
}

function TriggerActions({
  branch,
  trigger,
}: Pick<TriggerItemProps, 'branch' | 'trigger'>): ReactElement | null {
  const { data: session } = useQuery(sessionQuery);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isBackfilling, setBackfilling] = useState(false);
  const { name, kind, state } = trigger;
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: triggersKey });
  const change = useMutation({
    mutationFn: (verb: 'pause' | 'resume') => changeTrigger(branch, name, verb),
    onSuccess,
    onError: showProblem,
  });
  const fire = useMutation({
    mutationFn: () => fireTrigger(branch, name),
    onSuccess: ({ run }) => {
      const action = {
        title: texts.run.open,
        run: () => void navigate({ to: '/runs/$run', params: { run: run ?? '' } }),
      };
      showToast('good', texts.triggers.fired, run === null ? undefined : action);
      return onSuccess();
    },
    onError: showProblem,
  });
  if (!mayPerhaps(session, 'operator')) return null;
  const verb = state === 'paused' ? 'resume' : 'pause';
  const isBusy = change.isPending || fire.isPending;
  return (
    <>
      {state === 'disabled' ? null : (
        <button
          type="button"
          className="button button-small"
          disabled={isBusy}
          aria-label={texts.triggers.actionOf(texts.triggers.actions[verb], name)}
          onClick={() => change.mutate(verb)}
        >
          <Icon name={verb === 'resume' ? 'play' : 'pause'} />
          {texts.triggers.actions[verb]}
        </button>
      )}
      {kind === 'schedule' ? (
        <Menu
          trigger={
            <button
              type="button"
              className="button button-small button-icon"
              aria-label={texts.triggers.actionOf(texts.actions.more, name)}
              disabled={isBusy}
            >
              <Icon name="menu" />
            </button>
          }
        >
          <MenuItem icon="play" detail={texts.triggers.actions.fireDetail} onSelect={() => fire.mutate()}>
            {texts.triggers.actions.fire}
          </MenuItem>
          <MenuItem
            icon="clock"
            detail={texts.triggers.actions.backfillDetail}
            onSelect={() => setBackfilling(true)}
          >
            {texts.triggers.actions.backfill}
          </MenuItem>
        </Menu>
      ) : null}
      {isBackfilling ? (
        <BackfillDialog
          branch={branch}
          trigger={name}
          onClose={() => setBackfilling(false)}
          onDone={() => void onSuccess()}
        />
      ) : null}
    </>
  );
}
