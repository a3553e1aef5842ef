import { notRunnableField } from '../shared/missing-needs.js';
import {
  choice,
  described,
  findingShape,
  flag,
  getAnswer,
  getArray,
  integer,
  named,
  text,
  texts,
} from '../shared/schemas.js';
import { differenceShape, partingShape } from './replay-schemas.js';
import { plannedTestShape } from './test-schemas.js';

const entityShape = getAnswer(
  { title: 'PlannedEntity', description: 'An entity that changes.' },
  {
    type: named.type,
    name: named.name,
    change: described(
      choice({ created: 'It is new.', updated: 'It has changed.', deleted: 'It is gone.' }),
      'The effect on the entity.',
    ),
    paths: described(texts, 'JSON pointers of the members that differ, the first 50.'),
  },
);

const affectedShape = getAnswer(
  { title: 'AffectedEntity', description: 'An entity that uses a changed one.' },
  {
    type: named.type,
    name: named.name,
    isDirect: described(flag, 'False if it uses a changed entity by way of others.'),
  },
);

const scheduleShape = getAnswer(
  { title: 'PlannedSchedule', description: 'A schedule whose times change.' },
  {
    type: named.type,
    name: named.name,
    before: described(texts, 'The next three times as it is (RFC 3339); empty for none.'),
    after: described(texts, 'The next three times with the change.'),
  },
);

const destinationShape = getAnswer(
  { title: 'PlannedDestination', description: 'A place that a secret would newly go to.' },
  {
    type: described(text, 'The type of the entity that reads the secret.'),
    name: described(text, 'The name of that entity.'),
    secret: described(text, 'The path of the secret, as it is written.'),
    destination: described(text, 'An origin, a pattern of hosts, or a program.'),
  },
);

const replayShape = getAnswer(
  { title: 'PlannedReplay', description: 'A recorded run through the change.' },
  {
    run: described(text, 'The id of the run.'),
    flow: named.flow,
    result: described(
      choice({
        same: 'It would have ended in the same manner.',
        different: 'It would have done something else: see `differences`.',
        'cannot-compare': 'The record does not tell.',
        'not-replayable': 'It was not recorded whole: see `reason`.',
      }),
      'The result in one word.',
    ),
  },
  {
    partsAt: partingShape,
    differences: described(getArray(differenceShape), 'The differences, the first 100.'),
    notes: described(texts, 'What cannot be compared, in words.'),
    reason: described(text, 'The reason why the run cannot be replayed.'),
  },
);

const inProgressShape = getAnswer(
  {
    title: 'RunsInProgress',
    description: 'Unfinished runs of a flow that changes: they end with the version that they began with.',
  },
  {
    flow: named.flow,
    runs: described(integer, 'The number of runs, at most 200.'),
    isMore: described(flag, 'Whether there are more.'),
    openHumanTasks: described(integer, 'The tasks of these runs that wait for a person; they stay open.'),
  },
);

export const planShape = getAnswer(
  { title: 'ChangePlan', description: 'What a change would do.' },
  {
    base: described(text, 'The branch that would change.'),
    baseRevision: described(text, 'The commit of the base.'),
    revision: described(text, 'The commit of the change; a digest for files.'),
    summary: described(text, 'The plan in one sentence.'),
    markdown: described(text, 'The plan as Markdown, without values.'),
    entities: described(getArray(entityShape), 'Entities that change.'),
    affected: described(getArray(affectedShape), 'Entities that use those, the first 1,000.'),
    schedules: described(getArray(scheduleShape), 'Schedules whose times change.'),
    rights: described(getArray(entityShape), 'Teams that change: they grant rights.'),
    destinations: described(getArray(destinationShape), 'New places of secrets.'),
    notRunnable: notRunnableField,
    findings: described(getArray(findingShape), 'Findings that the change causes, the first 100.'),
    valid: described(flag, 'Whether the base would stay valid.'),
    replays: described(
      getArray(replayShape),
      'Recorded runs through the change: the newest, recent faults, and one for each path of 30 days; at most 20.',
    ),
    tests: described(
      getArray(plannedTestShape),
      'Flow tests that change, or whose flow the change concerns, with the change; at most 100.',
    ),
    inProgress: described(getArray(inProgressShape), 'Unfinished runs of flows that change.'),
    missing: described(
      getArray({ ...text, examples: ['2 replays of `refund`: the time is up'] }),
      'What the plan does not say, and why; empty for a whole plan.',
    ),
  },
);
