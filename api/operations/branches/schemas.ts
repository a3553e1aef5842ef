import type { JsonObject } from '../../../schemas/json/types.js';
import { textField } from '../shared/fields.js';
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
  texts,
} from '../shared/schemas.js';
import { effectMembers } from '../shared/write-effect.js';
import { authorShape, valueChangesShape } from '../versions/schemas.js';

const countOrNull: JsonObject = { type: ['integer', 'null'] };

export const branchNameField = textField(
  'The name of a Git branch; a slash in a path is written `%2F`.',
  250,
  'feature/x',
);

export const branchShape = getAnswer(
  { title: 'Branch', description: 'A branch of the config repository.' },
  {
    name: named.branch,
    production: described(flag, 'True for the production branch.'),
    revision: described(textOrNull, 'The commit of the branch; null before it was first read.'),
  },
  {
    protected: described(flag, 'Whether only administrators may write without a proposal.'),
    ahead: described(countOrNull, 'Number of commits that production has not; null without common history.'),
    behind: described(countOrNull, 'Number of commits that only production has.'),
    conditions: described(
      getArray(conditionShape),
      'Conditions of the branch; empty while it is not in use.',
    ),
  },
);

export const deletedShape = getAnswer(
  { description: 'A deleted branch.' },
  {
    name: named.branch,
    revision: described(text, 'The commit of the deleted branch.'),
    unmerged: described(countOrNull, 'Number of its commits that production has not.'),
  },
);

const difference = {
  type: named.type,
  name: named.name,
  change: described(
    choice({
      created: 'The entity is new.',
      updated: 'The entity has changed.',
      deleted: 'The entity is gone.',
    }),
    'The effect on the entity.',
  ),
  path: named.path,
};
const previousPath = described(text, 'The former path of the file, if it was moved.');
const mergedShape = described(
  getAnswer('MergedEntity', difference, { previousPath }),
  'The effect of a merge on one entity.',
);
const mergeKinds = {
  nothing: 'There is nothing to merge.',
  'fast-forward': 'The branch takes over the commits of the other.',
  merge: 'A merge commit joins both branches.',
};

const commitShape = getAnswer(
  { title: 'Commit', description: 'A commit.' },
  {
    commitHash: named.commitHash,
    parents: described(texts, 'The commits before this one.'),
    author: authorShape,
    committedAt: described(moment, 'The time of the commit.'),
    message: described(text, 'The message of the commit.'),
  },
);

const placeShape = described(
  getAnswer(
    'ConflictPlace',
    { pointer: described(text, 'The place in the definition (RFC 6901).') },
    {
      base: { description: 'The value of the last common commit.' },
      ours: { description: 'The value of the branch merged into.' },
      theirs: { description: 'The value of the merged branch.' },
    },
  ),
  'A place that both sides have changed.',
);

const conflictShape = getAnswer(
  { title: 'BranchConflict', description: 'A file that both branches have changed.' },
  {
    file: named.path,
    places: {
      type: 'array',
      description:
        'Each place in conflict with the values of both sides; `ours` is the branch merged into. Empty if the files conflict as a whole.',
      items: placeShape,
    },
  },
  { type: named.type, name: named.name },
);

export const comparisonShape = getAnswer(
  { title: 'BranchComparison', description: 'The differences between two branches.' },
  {
    branch: named.branch,
    with: described(text, 'The name of the other branch.'),
    revision: described(text, 'The commit of the branch.'),
    withRevision: described(text, 'The commit of the other branch.'),
    base: described(textOrNull, 'The last common commit.'),
    ahead: described(integer, 'Number of commits of the branch that the other has not.'),
    behind: described(integer, 'Number of commits that only the other has.'),
    commits: described(getArray(commitShape), 'Commits of the branch alone, newest first.'),
    entities: {
      type: 'array',
      description: 'Changes of the branch to entities since `base`.',
      items: getAnswer(
        { title: 'EntityDifference', description: 'The difference of an entity between two branches.' },
        { ...difference, changes: valueChangesShape },
        { previousPath },
      ),
    },
    mergeability: described(
      choice({ ...mergeKinds, conflict: 'The branches conflict.' }),
      'The result of merging the branch into the other.',
    ),
  },
  {
    files: described(texts, 'Changed files that belong to no entity.'),
    truncated: described(flag, 'There are more commits or files than shown.'),
    conflicts: described(getArray(conflictShape), 'The files that conflict.'),
  },
);

export const mergeShape = getAnswer(
  { title: 'BranchMerge', description: 'The outcome of a merge.' },
  {
    from: described(text, 'The branch that was merged.'),
    into: described(text, 'The branch merged into.'),
    kind: described(choice(mergeKinds), 'The way in which the branch was merged.'),
    commit: described(textOrNull, 'The commit of `into` after the merge; null with `dryRun`.'),
    entities: described(getArray(mergedShape), 'The effect on each entity.'),
    findings: described(getArray(findingShape), 'Findings in the merged files.'),
  },
  {
    pending: described(text, 'The reason why the remote does not have the merge yet.'),
    ...effectMembers,
    notice: described(text, 'The reason for a merge that is not in effect.'),
    dryRun: described(flag, 'Nothing was changed.'),
  },
);
