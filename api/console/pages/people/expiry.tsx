import type { ReactElement } from 'react';
import { RelativeTime } from '../../parts/time.js';
import { texts } from '../../texts/texts.js';

/** The end of a key or a link, which may lie behind. */
export function Expiry({ at, isOver }: { at: string | null; isOver: boolean }): ReactElement {
  if (at === null) return <span>{texts.people.noEnd}</span>;
  return (
    <span className={isOver ? 'status status-small tone-bad' : undefined}>
      {isOver ? texts.people.ended : texts.people.ends} <RelativeTime at={at} />
    </span>
  );
}
