import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { LogEntry } from '../../data/runs.js';
import { formatAbsolute, formatClock } from '../../parts/time-format.js';
import { texts } from '../../texts/texts.js';

const levels = ['debug', 'info', 'warn', 'error'] as const;
const lineHeight = 28;

interface RunLogViewProps {
  log: { lines: readonly LogEntry[]; isCut: boolean; isComplete: boolean };
}

/** The log of a run as it grows; only the lines in view are in the page. */
export function RunLogView({ log: { lines, isCut, isComplete } }: RunLogViewProps): ReactElement {
  const [level, setLevel] = useState<(typeof levels)[number]>('info');
  const [text, setText] = useState('');
  const shown = useMemo(() => {
    const from = levels.indexOf(level);
    const lower = text.toLowerCase();
    return lines.filter(
      (line) => levels.indexOf(line.level) >= from && line.message.toLowerCase().includes(lower),
    );
  }, [lines, level, text]);
  return (
    <section className="stack" aria-label={texts.run.views.log}>
      <div className="row">
        <select
          className="select log-level-choice"
          aria-label={texts.log.level}
          value={level}
          onChange={({ target }) => setLevel(target.value as typeof level)}
        >
          {levels.map((each) => (
            <option key={each} value={each}>
              {texts.log.from[each]}
            </option>
          ))}
        </select>
        <input
          className="input log-text"
          aria-label={texts.log.search}
          placeholder={texts.log.search}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <span className="muted" role="status">
          {texts.log.count(shown.length, isComplete)}
        </span>
      </div>
      {isCut ? <p className="note">{texts.log.cut(lines.length)}</p> : null}
      {shown.length > 0 ? <LogLines lines={shown} /> : null}
    </section>
  );
}

function LogLines({ lines }: { lines: readonly LogEntry[] }): ReactElement {
  const list = useRef<HTMLOListElement>(null);
  const [offset, setOffset] = useState(0);
  useEffect(() => setOffset((list.current?.getBoundingClientRect().top ?? 0) + scrollY), []);
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => lineHeight,
    getItemKey: (index) => lines[index]?.seq ?? index,
    overscan: 20,
    scrollMargin: offset,
  });
  return (
    <ol ref={list} className="card log-list" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const line = lines[index];
        if (!line) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={`log-line log-placed log-${line.level}`}
            style={{ transform: `translateY(${start - offset}px)` }}
          >
            <time dateTime={line.at} title={formatAbsolute(line.at)}>
              {formatClock(line.at)}
            </time>
            <span className="log-level">{line.level}</span>
            <span className="log-message">{line.message}</span>
          </li>
        );
      })}
    </ol>
  );
}
