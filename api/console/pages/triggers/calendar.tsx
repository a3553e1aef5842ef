import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { TriggerState } from '../../data/triggers.js';
import { Nothing } from '../../parts/nothing.js';
import { Section } from '../../parts/section.js';
import { useNow } from '../../parts/time.js';
import { formatAbsolute, formatDay, formatHour } from '../../parts/time-format.js';
import { texts } from '../../texts/texts.js';
import { getCalendarDays } from './calendar-days.js';

/** The next times of all triggers, day by day, in the zone of the reader. */
export function Calendar({ triggers }: { triggers: readonly TriggerState[] }): ReactElement {
  const now = useNow(60_000);
  const days = getCalendarDays(triggers);
  if (days.length === 0) return <Nothing icon="clock" {...texts.triggers.calendar.none} />;
  return (
    <>
      <p className="muted">{texts.triggers.calendar.lead}</p>
      {days.map(({ day, starts }) => (
        <Section key={day} title={formatDay(day, now)}>
          <ul className="card rows">
            {starts.map(({ at, trigger }) => (
              <li key={`${trigger.name} ${at}`} className="row-item calendar-item">
                <time dateTime={at} title={formatAbsolute(at)}>
                  {formatHour(at)}
                </time>
                <Link to="/flows/$flow" params={{ flow: trigger.flow }} className="item-link row-link">
                  {trigger.flow}
                </Link>
                <span className="row-side">{trigger.environment}</span>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  );
}
