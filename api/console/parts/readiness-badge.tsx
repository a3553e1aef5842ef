import type { ReactElement } from 'react';
import type { Readiness } from '../data/readiness.js';
import { texts } from '../texts/texts.js';
import { Icon, type IconName } from './icon.js';
import type { Tone } from './status.js';
import './status.css';

const looks: Record<Readiness, { icon: IconName; tone: Tone }> = {
  ready: { icon: 'check', tone: 'good' },
  behind: { icon: 'alert', tone: 'warn' },
  blocked: { icon: 'alert', tone: 'warn' },
  broken: { icon: 'cross', tone: 'bad' },
};

/** The state of an entity as picture, word and colour. */
export function ReadinessBadge({ readiness }: { readiness: Readiness }): ReactElement {
  const { icon, tone } = looks[readiness];
  return (
    <span className={`status tone-${tone}`}>
      <Icon name={icon} />
      {texts.readiness[readiness]}
    </span>
  );
}
