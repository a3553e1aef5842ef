import type { JsonObject } from '../../../schemas/json/types.js';
import {
  choice,
  described,
  getAnswer,
  getArray,
  integer,
  named,
  problemMembers,
  text,
  textOrNull,
} from '../shared/schemas.js';

const example = (schema: JsonObject, value: string): JsonObject => ({ ...schema, examples: [value] });

const at = '2026-03-02T02:00:00+01:00';
const time = example(described(text, 'RFC 3339, in the time zone of the schedule.'), at);
const run = (description: string) =>
  example(described(textOrNull, description), '0192f3a1-7c1e-7d2a-9a53-3f1c2b4d5e6f');

export const occurrenceShape = getAnswer(
  { title: 'Occurrence', description: 'One time at which a trigger was to start its flow.' },
  {
    time,
    cause: described(
      choice({
        schedule: 'The schedule.',
        fire: 'A call of `fire-trigger`.',
        backfill: 'A call of `backfill-trigger`.',
        webhook: 'A request of another system.',
        event: 'An event.',
      }),
      'The cause of the occurrence.',
    ),
    status: described(
      choice({
        queued: 'Its run waits for a place.',
        started: 'Its run has started.',
        skipped: 'No run was started.',
        failed: 'A run could not be started.',
      }),
      'The state of the occurrence.',
    ),
    reason: described(textOrNull, 'Of a skipped one: `overlap`, `disabled` or `paused`.'),
    run: run('The id of the run that it started.'),
    problem: {
      title: 'OccurrenceProblem',
      type: ['object', 'null'],
      properties: problemMembers,
      description: 'Of a failed one.',
    },
  },
);

export const triggerShape = getAnswer(
  { title: 'TriggerState', description: 'A trigger of a branch, with its last and next times.' },
  {
    name: described(text, 'The name of the trigger, or `flow.<name>` for the schedule of a flow.'),
    flow: named.flow,
    kind: described(
      choice({ schedule: 'Times.', event: 'Events.', webhook: 'Requests of another system.' }),
      'What starts the flow.',
    ),
    state: described(
      choice({
        active: 'The trigger starts runs.',
        paused: 'The trigger rests until it is resumed.',
        disabled: 'The trigger has `enabled: false`.',
        inactive: 'The branch is neither production nor one of `Git.ActiveBranches`.',
      }),
      'The state of the trigger.',
    ),
    environment: named.environment,
    timeZone: example(described(textOrNull, 'The time zone of the schedule.'), 'Europe/Berlin'),
    address: example(
      described(
        textOrNull,
        'Of a webhook: the address that senders deliver to. It begins with `Server.BaseUrl`; without this setting it leads to this machine only.',
      ),
      'https://svc.example.com/api/v1/main/hooks/shop-orders',
    ),
    next: described(
      getArray(example(text, at)),
      'The next three times; the next poll of a trigger that polls.',
    ),
    occurrences: described(getArray(occurrenceShape), 'The last ten, newest first.'),
    messages: {
      title: 'TriggerMessages',
      type: ['object', 'null'],
      properties: {
        connection: named.connection,
        status: described(
          choice({
            connecting: 'The connection is being made.',
            receiving: 'Messages arrive.',
            failing: 'The connection is lost, and made again.',
            stopped: 'All triggers of the connection rest, and its messages wait at the server.',
          }),
          'The state of the connection.',
        ),
        since: described(textOrNull, 'The time since which it is in this state.'),
        received: described(integer, 'Messages of the connection since the start of the service.'),
        detail: described(textOrNull, 'The reason why messages do not arrive.'),
      },
      description: 'Of a trigger with `event.from` that takes messages.',
    },
    poll: {
      title: 'TriggerPoll',
      type: ['object', 'null'],
      properties: {
        connection: named.connection,
        action: example(described(text, 'The action that gives the list of items.'), 'get'),
        status: described(
          choice({
            starting: 'The items that are there have not been read yet.',
            polling: 'New items start the flow.',
            failing: 'The last poll failed, or some of its items start nothing.',
            stopped: 'The trigger rests; items that come meanwhile start the flow later.',
          }),
          'The state of the polls.',
        ),
        since: example(described(textOrNull, 'The time since which items are looked for.'), at),
        polledAt: example(described(textOrNull, 'The time of the last poll that was answered.'), at),
        items: described(integer, 'New items since then.'),
        detail: described(textOrNull, 'The reason why it is failing, or what the last poll left for later.'),
      },
      description: 'Of a trigger with `event.poll`.',
    },
    pausedAt: example(described(textOrNull, 'The time at which it was paused; null unless it is.'), at),
    pausedBy: example(described(textOrNull, 'The principal who paused it.'), 'user:ada'),
  },
);

export const backfilledShape = getAnswer(
  { title: 'Backfilled', description: 'A time whose run was started later.' },
  {
    time,
    run: run('The id of the run; null in a dry run.'),
  },
);
