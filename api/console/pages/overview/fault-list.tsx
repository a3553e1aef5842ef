import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.js';
import { RelativeTime } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';
import type { Fault } from './concerns.js';
import '../../parts/status.css';

/** The newest runs that failed, each with a link to its cause. */
export function FaultList({ faults }: { faults: readonly Fault[] }): ReactElement {
  if (faults.length === 0) {
    return (
      <p className="card overview-calm tone-good">
        <Icon name="check" className="overview-mark" />
        {texts.overview.noFaults}
      </p>
    );
  }
  return (
    <div className="card">
      <ul>
        {faults.map(({ id, flow, createdAt, environment, error }) => (
          <li key={id} className="overview-item tone-bad">
            <Icon name="cross" className="overview-mark" />
            <div>
              <Link to="/runs/$run" params={{ run: id }} className="item-link overview-link">
                {flow}
              </Link>
              <p className="overview-note">
                <RelativeTime at={createdAt} />
                {environment === null ? '' : ` · ${environment}`}
              </p>
              {error ? <p className="overview-error">{error.detail || error.title}</p> : null}
            </div>
            <Icon name="chevronRight" className="overview-arrow" />
          </li>
        ))}
      </ul>
      <p className="overview-foot">
        <Link to="/runs" search={{ status: 'faulted' }}>
          {texts.overview.allFaults}
        </Link>
      </p>
    </div>
  );
}
