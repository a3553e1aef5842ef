import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.js';
import { TimeInWords } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';
import type { NextStart } from './concerns.js';
import '../../parts/status.css';

/** The next times at which flows start by themselves. */
export function StartList({ starts }: { starts: readonly NextStart[] }): ReactElement {
  if (starts.length === 0) return <p className="card overview-calm">{texts.overview.noneNext}</p>;
  return (
    <ul className="card">
      {starts.map(({ trigger, flow, environment, at, obstacle }) => (
        <li key={`${trigger} ${at}`} className={`overview-item ${obstacle ? 'tone-bad' : 'tone-calm'}`}>
          <Icon name={obstacle ? 'cross' : 'clock'} className="overview-mark" />
          <div>
            <Link to="/runs" search={{ flow }} className="overview-link">
              {flow}
            </Link>
            <p className="overview-note">
              <TimeInWords at={at} />
              {environment === null ? '' : ` · ${environment}`}
            </p>
            {obstacle ? <p className="overview-obstacle">{obstacle}</p> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
