import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.js';
import { TimeInWords, useNow } from '../../parts/time.js';
import { formatDayTime } from '../../parts/time-format.js';
import { texts } from '../../texts/texts.js';
import type { NextStart } from './concerns.js';
import '../../parts/status.css';

/** The next times at which flows start by themselves. */
export function StartList({ starts }: { starts: readonly NextStart[] }): ReactElement {
  const now = useNow(60_000);
  if (starts.length === 0) return <p className="card overview-calm">{texts.overview.noneNext}</p>;
  return (
    <ul className="card">
      {starts.map(({ trigger, flow, environment, at, later, obstacle }) => (
        <li key={trigger} className={`overview-item ${obstacle ? 'tone-bad' : 'tone-calm'}`}>
          <Icon name={obstacle ? 'cross' : 'clock'} className="overview-mark" />
          <div>
            <Link to="/runs" search={{ flow }} className="item-link overview-link">
              {flow}
            </Link>
            <p className="overview-note">
              <TimeInWords at={at} />
              {environment === null ? '' : ` · ${environment}`}
            </p>
            {later.length > 0 && !obstacle ? (
              <p className="overview-note">
                {texts.overview.later(later.map((time) => formatDayTime(Date.parse(time), now)).join(', '))}
              </p>
            ) : null}
            {obstacle ? <p className="overview-obstacle">{obstacle}</p> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
