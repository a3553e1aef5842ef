import type { ReactElement } from 'react';
import { texts } from '../texts/texts.js';
import { Icon } from './icon.js';
import './status.css';
import './due.css';
import { useNow } from './time.js';
import { formatAbsolute, formatDayTime, formatDistance } from './time-format.js';

/** Tasks that are due sooner stand out. */
const soonMs = 4 * 3_600_000;

/**
 * The time by which an answer is needed, in words; one that is near or past has a picture, too.
 * @param isNamed a word beside it says already what the time is
 */
export function Due({ at, isNamed = false }: { at: string | null; isNamed?: boolean }): ReactElement {
  const now = useNow(15_000);
  if (at === null) return <span className="muted">{texts.inbox.noDue}</span>;
  const atMs = Date.parse(at);
  const tone = atMs <= now ? 'tone-bad' : 'tone-warn';
  const isNear = atMs - now < soonMs;
  return (
    <time dateTime={at} title={formatAbsolute(at)} className={isNear ? `due ${tone}` : 'due'}>
      {isNear ? <Icon name={atMs <= now ? 'alert' : 'clock'} /> : null}
      <span>
        {isNamed ? '' : `${atMs <= now ? texts.inbox.overdue : texts.inbox.due} `}
        {formatDistance(atMs, now)}
        <span className="due-clock">, {formatDayTime(atMs, now)}</span>
      </span>
    </time>
  );
}
