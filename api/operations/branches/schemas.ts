import type { JsonObject } from '../../../schemas/json/types.js';
import { textField } from '../shared/fields.js';
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
import { authorShape, valueChangesShape } from '../versions/schemas.js';

const countOrNull: JsonObject = { type: ['integer', 'null'] };

export const branchNameField = textField(
  'The name of a Git branch; a slash in a path is written `%2F`.',
  250,
  'feature/x',
);

export const branchShape = answerOf(
  'Branch',
  {
    name: text,
    production: flag,
    revision: described(textOrNull, 'The commit of the branch; null before it was first read.'),
  },
  {
    protected: described(flag, 'Whether only administrators may write without a proposal.'),
    ahead: described(countOrNull, 'Number of commits that production has not; null without common history.'),
    behind: described(countOrNull, 'Number of commits that only production has.'),
    conditions: described(arrayOf(conditionShape), 'Conditions of the branch; empty while it is not in use.'),
  },
);

export const deletedShape = answerOf(undefined, {
  name: text,
  revision: described(text, 'The commit of the deleted branch.'),
  unmerged: described(countOrNull, 'Number of its commits that production has not.'),
});

const difference = { type: text, name: text, change: choice('created', 'updated', 'deleted'), path: text };
const previousPath = described(text, 'The former path of the file, if it was moved.');

const commitShape = answerOf('Commit', {
  commitHash: text,
  parents: texts,
  author: authorShape,
  committedAt: moment,
  message: text,
});

const conflictShape = answerOf(
  'BranchConflict',
  {
    file: text,
    places: {
      type: 'array',
      description:
        'Each place in conflict with the values of both sides; `ours` is the branch merged into. Empty if the files conflict as a whole.',
      items: answerOf('ConflictPlace', { pointer: text }, { base: {}, ours: {}, theirs: {} }),
    },
  },
  { type: text, name: text },
);

export const comparisonShape = answerOf(
  'BranchComparison',
  {
    branch: text,
    with: text,
    revision: text,
    withRevision: text,
    base: described(textOrNull, 'The last common commit.'),
    ahead: described(integer, 'Number of commits of the branch that the other has not.'),
    behind: described(integer, 'Number of commits that only the other has.'),
    commits: described(arrayOf(commitShape), 'Commits of the branch alone, newest first.'),
    entities: {
      type: 'array',
      description: 'Changes of the branch to entities since `base`.',
      items: answerOf('EntityDifference', { ...difference, changes: valueChangesShape }, { previousPath }),
    },
    mergeability: described(
      choice('nothing', 'fast-forward', 'merge', 'conflict'),
      'The result of merging the branch into the other.',
    ),
  },
  {
    files: described(texts, 'Changed files that belong to no entity.'),
    truncated: described(flag, 'There are more commits or files than shown.'),
    conflicts: arrayOf(conflictShape),
  },
);

export const mergeShape = answerOf(
  'BranchMerge',
  {
    from: text,
    into: text,
    kind: choice('nothing', 'fast-forward', 'merge'),
    commit: described(textOrNull, 'The commit of `into` after the merge; null with `dryRun`.'),
    entities: arrayOf(answerOf('MergedEntity', difference, { previousPath })),
    findings: arrayOf(findingShape),
  },
  {
    pending: described(text, 'The reason why the remote does not have the merge yet.'),
    dryRun: described(flag, 'Nothing was changed.'),
  },
);
