import type { ReactElement } from 'react';
import { texts } from '../texts/texts.js';
import { Icon, type IconName } from './icon.js';
import './status.css';

export type Status = keyof typeof texts.status;

const looks: Record<Status, { icon: IconName; tone: Tone }> = {
  pending: { icon: 'clock', tone: 'calm' },
  running: { icon: 'run', tone: 'busy' },
  waiting: { icon: 'clock', tone: 'wait' },
  suspended: { icon: 'pause', tone: 'warn' },
  completed: { icon: 'check', tone: 'good' },
  faulted: { icon: 'cross', tone: 'bad' },
  cancelled: { icon: 'stop', tone: 'calm' },
  skipped: { icon: 'minus', tone: 'calm' },
  retried: { icon: 'refresh', tone: 'warn' },
};

export type Tone = 'good' | 'bad' | 'busy' | 'wait' | 'warn' | 'calm';

export function getTone(status: Status): Tone {
  return looks[status].tone;
}

/** A state as picture, word and colour. */
export function StatusBadge({ status, isSmall }: { status: Status; isSmall?: boolean }): ReactElement {
  const { icon, tone } = looks[status];
  return (
    <span className={`status tone-${tone} ${isSmall ? 'status-small' : ''}`}>
      <Icon name={icon} />
      {texts.status[status]}
    </span>
  );
}

/** A state as picture and colour, with the word for screen readers. */
export function StatusDot({ status }: { status: Status }): ReactElement {
  const { icon, tone } = looks[status];
  return (
    <span className={`status-dot tone-${tone}`} title={texts.status[status]}>
      <Icon name={icon} />
      <span className="unseen">{texts.status[status]}</span>
    </span>
  );
}
