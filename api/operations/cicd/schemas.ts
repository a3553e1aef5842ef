import type { JsonObject } from '../../../schemas/json/types.js';
import { hintShape } from '../shared/hints.js';
import {
  choice,
  conditionShape,
  described,
  findingShape,
  flag,
  getAnswer,
  getArray,
  integer,
  moment,
  named,
  text,
  textOrNull,
} from '../shared/schemas.js';

const lastError = described(textOrNull, 'The reason of the last failure; null after a success.');
const nextRetryAt = described(textOrNull, 'The time of the next attempt; null if none is needed.');

const heldShape: JsonObject = {
  ...getAnswer(undefined, {
    revision: described(text, 'The held revision.'),
    reason: described(
      choice({
        prune: 'The revision deletes more entities than `Git.PruneLimit` allows.',
        invalid: 'The revision has invalid entities, and `Git.ApplyPolicy` is `commit`.',
        unverified: 'The revision lacks a signature that `Git.Verify` demands; its files were not read.',
      }),
      'The reason why it is held.',
    ),
    message: described(text, 'The reason in words.'),
    gone: described(integer, 'Number of entities that would go out of service.'),
    entities: described(integer, 'Number of entities in service.'),
  }),
  type: ['object', 'null'],
  description: 'The revision that is held back as a whole; the one in service stays.',
};

const syncShape = getAnswer(
  { description: 'A requested sync.' },
  {
    syncId: described(text, 'The id of the sync.'),
    status: described(
      choice({
        running: 'The sync is under way.',
        succeeded: 'The newest revision is in service.',
        failed: 'The newest revision could not be read or applied.',
      }),
      'The state of the sync.',
    ),
    requestedAt: described(text, 'The time of the request (RFC 3339).'),
    endedAt: named.endedAt,
    revision: described(textOrNull, 'The newest revision seen when the sync ended.'),
  },
);

const pushShape: JsonObject = {
  ...getAnswer('PushStatus', {
    pending: described(integer, 'Number of commits that the remote has not yet.'),
    lastError,
    nextRetryAt,
    holds: {
      type: 'array',
      description:
        'Reverts made with `hold` that the remote has not yet; no sync undoes them. Revert to `HEAD` with ' +
        '`hold: false` releases one.',
      items: {
        ...getAnswer('HeldRevert', {
          type: named.type,
          name: named.name,
          commitHash: described(text, 'The commit whose content the entity has again.'),
          author: described(text, 'The principal who reverted it.'),
          since: described(moment, 'The time of the revert.'),
        }),
        description: 'A revert that the remote does not have yet.',
      },
    },
  }),
  type: ['object', 'null'],
  description: 'The state of the push to the remote; null without a remote.',
};

const passedOverShape: JsonObject = {
  ...getAnswer('PassedOver', {
    count: described(integer, 'Number of files.'),
    tools: {
      type: 'object',
      additionalProperties: integer,
      description: 'Number of files by tool, such as `Kubernetes`.',
    },
  }),
  description: 'Files that belong to other tools and are not validated.',
};

export const syncStatusShape = getAnswer(
  undefined,
  {
    branch: named.branch,
    conditions: described(getArray(conditionShape), 'The aspects of the state of the branch.'),
    observedRevision: described(textOrNull, 'The newest revision seen.'),
    appliedRevision: described(textOrNull, 'The revision in service.'),
    counts: {
      type: 'object',
      description: 'Numbers of the revision in service.',
      properties: {
        files: described(integer, 'Number of files.'),
        entities: described(integer, 'Number of entities.'),
        invalid: described(integer, 'Number of entities whose newest version is not valid.'),
      },
    },
    passedOver: passedOverShape,
    problems: described(
      getArray(findingShape),
      'Findings in the newest revision: the held one, or else the one in service.',
    ),
  },
  {
    attemptedRevision: described(textOrNull, 'The newest revision that svc tried to put in service.'),
    runningRevisions: {
      type: 'array',
      description: 'The revisions that unfinished runs of the branch are pinned to.',
      items: getAnswer(
        { description: 'A revision that runs are pinned to.' },
        {
          revision: described(text, 'The commit.'),
          runs: described(integer, 'Number of runs.'),
        },
      ),
    },
    held: heldShape,
    lastError,
    hints: described(getArray(hintShape), 'What to do about `lastError`.'),
    nextRetryAt,
    push: pushShape,
    syncs: described(getArray(syncShape), 'The last twenty requested syncs, newest first.'),
  },
);

export const validationShape = getAnswer(undefined, {
  valid: described(flag, 'True if there is no error.'),
  problems: described(getArray(findingShape), 'The findings.'),
  passedOver: passedOverShape,
});
