import { type ReactElement, useState } from 'react';
import type { ServiceLogEntry } from '../../data/installation.js';
import { useLive } from '../../data/use-live.js';
import { LiveMark } from '../../parts/live-mark.js';
import { SearchField } from '../../parts/search-field.js';
import { formatAbsolute, formatClock } from '../../parts/time-format.js';
import { texts } from '../../texts/texts.js';

/** Lines that the page keeps, the newest ones. */
const maxLines = 500;
const levels = ['debug', 'info', 'warn', 'error'] as const;
type Level = (typeof levels)[number];

/** The log of the service as it grows, the newest line first. */
export function ServiceLog(): ReactElement {
  const [level, setLevel] = useState<Level>('info');
  const [text, setText] = useState('');
  return (
    <section className="stack" aria-label={texts.installation.views.log}>
      <div className="search">
        <select
          className="select service-log-level"
          aria-label={texts.log.level}
          value={level}
          onChange={({ target }) => setLevel(target.value as Level)}
        >
          {levels.map((each) => (
            <option key={each} value={each}>
              {texts.log.from[each]}
            </option>
          ))}
        </select>
        <SearchField label={texts.log.search} value={text} onChange={setText} />
      </div>
      <LogLines key={`${level} ${text}`} level={level} text={text} />
    </section>
  );
}

/** The lines of one filter: another filter is another stream. */
function LogLines({ level, text }: { level: Level; text: string }): ReactElement {
  const [lines, setLines] = useState<readonly ServiceLogEntry[]>([]);
  const parameters = new URLSearchParams({ level, ...(text === '' ? {} : { text }) });
  const connection = useLive(`/api/v1/platform/logs?${parameters}`, ({ event, data }) => {
    if (event !== 'log') return false;
    const entry = JSON.parse(data) as ServiceLogEntry;
    // A line can come twice over a connection that was lost.
    setLines((before) =>
      before.some(({ seq }) => seq === entry.seq) ? before : [entry, ...before].slice(0, maxLines),
    );
    return false;
  });
  return (
    <>
      <div className="row">
        <LiveMark connection={connection} />
        <span className="muted" role="status">
          {texts.installation.log.count(lines.length, maxLines)}
        </span>
      </div>
      {lines.length === 0 ? <p className="card calm">{texts.installation.log.none}</p> : null}
      {lines.length > 0 ? (
        <ol className="card service-log">
          {lines.map(({ seq, at, level: own, message }) => (
            <li key={seq} className={`service-log-line service-log-${own}`}>
              <time dateTime={at} title={formatAbsolute(at)}>
                {formatClock(at)}
              </time>
              <span>{own}</span>
              <span className="service-log-text">{message}</span>
            </li>
          ))}
        </ol>
      ) : null}
    </>
  );
}
