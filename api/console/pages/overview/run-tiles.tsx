import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { RunStatus } from '../../data/run-states.js';
import { StatusDot } from '../../parts/status.js';
import { texts } from '../../texts/texts.js';
import { type RunCount, type RunCounts, toCount } from './concerns.js';

interface Tile {
  status: RunStatus;
  period?: '24h';
  number: RunCount | undefined;
  note?: string;
}

/** Numbers of runs by state, each with a link to them. */
export function RunTiles({ runs }: { runs: RunCounts | undefined }): ReactElement {
  const week = toCount(runs?.faultedWeek);
  const tiles: Tile[] = [
    { status: 'running', number: toCount(runs?.running) },
    { status: 'waiting', number: toCount(runs?.waiting) },
    { status: 'pending', number: toCount(runs?.pending) },
    { status: 'suspended', number: toCount(runs?.suspended) },
    {
      status: 'faulted',
      period: '24h',
      number: toCount(runs?.faultedDay),
      note: week ? texts.overview.weekly(week.count, week.isMore) : texts.overview.day,
    },
    { status: 'completed', period: '24h', number: toCount(runs?.completedDay), note: texts.overview.day },
  ];
  const isLoading = runs === undefined;
  return (
    <ul className="tiles" aria-label={texts.overview.runs} aria-busy={isLoading}>
      {tiles
        .filter(({ number }) => isLoading || number !== undefined)
        .map(({ status, period, number, note }) => (
          <li key={status}>
            <Link to="/runs" search={{ status, period }} className="card tile">
              <span className="tile-number">
                <StatusDot status={status} />

                {number ? texts.overview.count(number.count, number.isMore) : '–'}
              </span>
              <span className="tile-status" aria-hidden="true">
                {texts.status[status]}
              </span>
              <span className="tile-note">{note ?? texts.overview.now}</span>
            </Link>
          </li>
        ))}
    </ul>
  );
}
