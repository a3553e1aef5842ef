import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { sessionQuery } from '../data/session.js';
import { texts } from '../texts/texts.js';

const maxNames = 3;

/** Returns how people are called in a sentence: `you`, `bo`, `team billing`, `each operator`. @param self the principal who reads */
export function formatAssignee(assignee: string, self: string | undefined): string {
  const [, source, name] = /^(user|oidc|api-key|team|role):(.*)$/s.exec(assignee) ?? [
    undefined,
    'user',
    assignee,
  ];
  if (self !== undefined && (assignee === self || `user:${assignee}` === self)) return texts.assignee.you;
  if (source === 'team') return texts.assignee.team(name ?? '');
  return source === 'role' ? texts.assignee.role(name ?? '') : (name ?? assignee);
}

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
