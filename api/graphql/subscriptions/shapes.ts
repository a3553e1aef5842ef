import {
  choice,
  described,
  flag,
  getAnswer,
  integer,
  text,
  textOrNull,
} from '../../operations/shared/schemas.js';

const branch = described(text, 'The branch.');
const revision = described(text, 'The commit that the branch now has.');

export const entityChangeShape = {
  ...getAnswer('EntityChanged', {
    change: described(
      choice({
        created: 'The entity is new.',
        updated: 'The entity has changed.',
        deleted: 'The entity is gone.',
      }),
      'The effect on the entity.',
    ),
    type: described(text, 'The type of the entity.'),
    name: described(text, 'The name of the entity.'),
    branch,
    revision,
  }),
  description: 'A change of an entity of a branch.',
};

export const branchSyncShape = {
  ...getAnswer('BranchSync', {
    branch,
    revision: described(text, 'The commit that was, or was not, applied.'),
    isApplied: described(flag, 'True if the revision is in service.'),
    problem: {
      ...getAnswer('SyncProblem', {
        code: described(text, 'The code of the catalog.'),
        message: described(text, 'The reason, in words.'),
      }),
      type: ['object', 'null'],
      description: 'The reason why the revision is not in service.',
    },
    changes: {
      ...getAnswer('SyncChanges', {
        created: described(integer, 'The number of new entities.'),
        updated: described(integer, 'The number of changed entities.'),
        deleted: described(integer, 'The number of removed entities.'),
      }),
      type: ['object', 'null'],
      description: 'The numbers of entities that the revision changed.',
    },
  }),
  description: 'An attempt to apply a revision to a branch.',
};

export const streamedEventShape = {
  ...getAnswer('StreamedEvent', {
    seq: described(integer, 'The position of the event; a new subscription continues after it.'),
    isMissed: described(
      flag,
      'True for a gap: events before `seq` are no longer kept. `event` is null then.',
    ),
    event: {
      ...getAnswer('CloudEvent', {
        id: described(text, 'Identifies the event, within its source.'),
        source: described(text, 'The resource that the event is about, as a path of this API.'),
        type: described(text, 'The type of the event.'),
        subject: described(textOrNull, 'The subject of the event within its source.'),
        time: described(text, 'The time of the event (RFC 3339).'),
        data: { description: 'What the event reports; its type decides the fields.' },
      }),
      type: ['object', 'null'],
      description: 'The event (CloudEvents 1.0).',
    },
  }),
  description: 'An event with its position in the stream.',
};
