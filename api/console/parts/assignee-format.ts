import { texts } from '../texts/texts.js';

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
