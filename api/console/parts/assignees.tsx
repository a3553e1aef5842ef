import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { sessionQuery } from '../data/session.js';
import { texts } from '../texts/texts.js';
import { formatAssignee } from './assignee-format.js';

const maxNames = 3;

/** The people who are asked, the first by name. */
export function Assignees({ names }: { names: readonly string[] }): ReactElement {
  const { data: session } = useQuery(sessionQuery);
  const shown = names.slice(0, maxNames).map((name) => formatAssignee(name, session?.principal));
  const others = names.length - shown.length;
  return (
    <span title={names.join(', ')}>
      {shown.join(', ')}
      {others > 0 ? `, ${texts.assignee.more(others)}` : ''}
    </span>
  );
}
