import type { JsonObject } from '../../../schemas/json/types.js';
import { answerOf, arrayOf, choice, described, integer, text, textOrNull } from '../shared/schemas.js';

const example = (schema: JsonObject, value: string): JsonObject => ({ ...schema, examples: [value] });

const at = '2026-03-02T02:00:00+01:00';
const time = example(described(text, 'RFC 3339, in the time zone of the schedule.'), at);
const run = (description: string) =>
  example(described(textOrNull, description), '0192f3a1-7c1e-7d2a-9a53-3f1c2b4d5e6f');

export const occurrenceShape = answerOf('Occurrence', {
  time,
  cause: choice('schedule', 'fire', 'backfill', 'webhook', 'event'),
  status: choice('queued', 'started', 'skipped', 'failed'),
  reason: described(textOrNull, 'Of a skipped one: `overlap`, `disabled` or `paused`.'),
  run: run('The id of the run that it started.'),
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
  timeZone: example(textOrNull, 'Europe/Berlin'),
  next: described(arrayOf(example(text, at)), 'The next three times.'),
  occurrences: described(arrayOf(occurrenceShape), 'The last ten, newest first.'),
  messages: {
    title: 'TriggerMessages',
    type: ['object', 'null'],
    properties: {
      connection: text,
      status: described(
        choice('connecting', 'receiving', 'failing', 'stopped'),
        '`stopped`: all triggers of the connection rest, and its messages wait at the server.',
      ),
      since: textOrNull,
      received: described(integer, 'Messages of the connection since the start of the service.'),
      detail: described(textOrNull, 'The reason why messages do not arrive.'),
    },
    description: 'Of a trigger with `event.from`.',
  },
  pausedAt: example(textOrNull, at),
  pausedBy: example(textOrNull, 'user:ada'),
});

export const backfilledShape = answerOf('Backfilled', {
  time,
  run: run('The id of the run; null in a dry run.'),
});
