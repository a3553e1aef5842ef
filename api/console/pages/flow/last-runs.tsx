import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { flowRunsQuery } from '../../data/flows.js';
import type { Run } from '../../data/runs.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Section } from '../../parts/section.js';
import { getTone, StatusBadge } from '../../parts/status.js';
import { Duration, RelativeTime } from '../../parts/time.js';
import { formatDuration } from '../../parts/time-format.js';
import { texts } from '../../texts/texts.js';
import { getBarShare, getRunFigures } from './run-figures.js';

const listedRuns = 5;

/** How the last runs of a flow ended, and how long they took. */
export function LastRuns({ branch, flow }: { branch: string; flow: string }): ReactElement {
  const query = useQuery(flowRunsQuery(branch, flow));
  return (
    <Section
      title={texts.flow.runs.title}
      actions={
        <Link to="/runs" search={{ flow }}>
          {texts.flow.runs.all}
        </Link>
      }
    >
      {query.isError ? <ProblemNote error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <span className="skeleton rows-waiting" /> : null}
      {query.data?.length === 0 ? <p className="card calm">{texts.flow.runs.none}</p> : null}
      {query.data && query.data.length > 0 ? <RunFigures runs={query.data} /> : null}
    </Section>
  );
}

function RunFigures({ runs }: { runs: readonly Run[] }): ReactElement {
  const { completed, faulted, medianMs, maxMs } = getRunFigures(runs);
  const median = medianMs === undefined ? undefined : formatDuration(medianMs);
  return (
    <div className="card rows">
      <div className="flow-figures">
        <dl>
          <Figure title={texts.flow.runs.completed} value={`${completed} / ${runs.length}`} />
          <Figure title={texts.flow.runs.faulted} value={String(faulted)} />
          <Figure title={texts.flow.runs.median} value={median ?? '–'} />
        </dl>
        <div
          className="flow-bars"
          role="img"
          aria-label={texts.flow.runs.bars(runs.length, faulted, median ?? '–')}
        >
          {runs.toReversed().map((run) => (
            <span
              key={run.id}
              className={`flow-bar tone-${getTone(run.status)}`}
              title={`${texts.status[run.status]}, ${run.durationMs == null ? '–' : formatDuration(run.durationMs)}`}
              style={{ height: `${getBarShare(run, maxMs) * 100}%` }}
            />
          ))}
        </div>
      </div>
      <ul>
        {runs.slice(0, listedRuns).map((run) => (
          <li key={run.id} className="row-item flow-run-item">
            <StatusBadge status={run.status} isSmall />
            <Link to="/runs/$run" params={{ run: run.id }} className="item-link row-link">
              <RelativeTime at={run.createdAt} />
            </Link>
            <span className="row-note flow-run-cause">{texts.trigger[run.trigger]}</span>
            <span className="row-note">
              <Duration startedAt={run.startedAt} ms={run.durationMs} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Figure({ title, value }: { title: string; value: string }): ReactElement {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}
