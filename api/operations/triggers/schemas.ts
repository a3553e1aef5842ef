import { answerOf, arrayOf, choice, described, text, textOrNull, texts } from '../shared/schemas.js';

const time = described(text, 'RFC 3339, in the time zone of the schedule.');

export const occurrenceShape = answerOf('Occurrence', {
  time,
  cause: choice('schedule', 'fire', 'backfill'),
  status: choice('queued', 'started', 'skipped', 'failed'),
  reason: described(textOrNull, 'Of a skipped one: `overlap`, `disabled` or `paused`.'),
  run: described(textOrNull, 'The id of the run that it started.'),
  problem: {
    title: 'OccurrenceProblem',
    type: ['object', 'null'],
    properties: { code: text, detail: text },
    description: 'Of a failed one.',
  },
});

export const triggerShape = answerOf('TriggerState', {
  name: described(text, 'The name of the trigger, or `flow.<name>` for the schedule of a flow.'),
  flow: text,
  kind: choice('schedule', 'event', 'webhook'),
  state: described(
    choice('active', 'paused', 'disabled', 'inactive'),
    '`inactive`: the branch is neither production nor one of `Git.ActiveBranches`.',
  ),
  environment: textOrNull,
  timeZone: textOrNull,
  next: described(texts, 'The next three times.'),
  occurrences: described(arrayOf(occurrenceShape), 'The last ten, newest first.'),
  pausedAt: textOrNull,
  pausedBy: textOrNull,
});

export const backfilledShape = answerOf('Backfilled', {
  time,
  run: described(textOrNull, 'The id of the run; null in a dry run.'),
});
