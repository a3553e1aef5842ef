import type { JsonObject } from '../../../schemas/json/types.js';
import {
  answerOf,
  arrayOf,
  choice,
  conditionShape,
  described,
  findingShape,
  flag,
  integer,
  moment,
  text,
  textOrNull,
  texts,
} from '../shared/schemas.js';

const heldShape: JsonObject = {
  ...answerOf(undefined, {
    revision: text,
    reason: described(
      choice('prune', 'invalid'),
      '`prune`: the revision deletes more entities than `Git.PruneLimit` allows; `invalid`: it has invalid entities and `Git.ApplyPolicy` is `commit`.',
    ),
    message: text,
    gone: described(integer, 'Number of entities that would go out of service.'),
    entities: described(integer, 'Number of entities in service.'),
  }),
  type: ['object', 'null'],
  description: 'The revision that is held back as a whole; the one in service stays.',
};

const syncShape = answerOf(undefined, {
  syncId: text,
  status: choice('running', 'succeeded', 'failed'),
  requestedAt: text,
  endedAt: textOrNull,
  revision: described(textOrNull, 'The newest revision seen when the sync ended.'),
});

const pushShape: JsonObject = {
  ...answerOf('PushStatus', {
    pending: described(integer, 'Number of commits that the remote has not yet.'),
    lastError: textOrNull,
    nextRetryAt: textOrNull,
    holds: {
      type: 'array',
      description:
        'Reverts made with `hold` that the remote has not yet; no sync undoes them. Revert to `HEAD` with ' +
        '`hold: false` releases one.',
      items: answerOf('HeldRevert', {
        type: text,
        name: text,
        commitHash: text,
        author: text,
        since: moment,
      }),
    },
  }),
  type: ['object', 'null'],
  description: 'The state of the push to the remote; null without a remote.',
};

const passedOverShape: JsonObject = {
  ...answerOf('PassedOver', {
    count: integer,
    tools: {
      type: 'object',
      additionalProperties: integer,
      description: 'Number of files by tool, such as `Kubernetes`.',
    },
  }),
  description: 'Files that belong to other tools and are not validated.',
};

export const syncStatusShape = answerOf(
  undefined,
  {
    branch: text,
    conditions: arrayOf(conditionShape),
    observedRevision: described(textOrNull, 'The newest revision seen.'),
    appliedRevision: described(textOrNull, 'The revision in service.'),
    counts: { type: 'object', properties: { files: integer, entities: integer, invalid: integer } },
    passedOver: passedOverShape,
    problems: described(
      arrayOf(findingShape),
      'Findings in the newest revision: the held one, or else the one in service.',
    ),
  },
  {
    attemptedRevision: described(textOrNull, 'The newest revision that svc tried to put in service.'),
    runningRevisions: {
      type: 'array',
      description: 'The revisions that unfinished runs of the branch are pinned to.',
      items: answerOf(undefined, { revision: text, runs: integer }),
    },
    held: heldShape,
    lastError: textOrNull,
    hints: described(texts, 'What to do about `lastError`.'),
    nextRetryAt: textOrNull,
    push: pushShape,
    syncs: described(arrayOf(syncShape), 'The last twenty requested syncs, newest first.'),
  },
);

export const validationShape = answerOf(undefined, {
  valid: flag,
  problems: arrayOf(findingShape),
  passedOver: passedOverShape,
});
