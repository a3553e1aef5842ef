import type { ReactElement } from 'react';
import type { Connection } from '../data/use-live.js';
import { texts } from '../texts/texts.js';
import './live-mark.css';

/** Tells whether the page follows what happens. */
export function LiveMark({ connection }: { connection: Connection }): ReactElement {
  return (
    <span className={`live-mark live-mark-${connection}`} role="status">
      <span className="live-mark-dot" />
      {texts.live[connection]}
    </span>
  );
}
