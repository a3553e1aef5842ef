import type { JsonObject } from '../../../schemas/json/types.js';
import { textShape } from '../entities/schemas.js';
import {
  answerOf,
  choice,
  described,
  moment,
  objectOrNull,
  text,
  textOrNull,
  texts,
} from '../shared/schemas.js';

export const authorShape = answerOf('CommitAuthor', { name: text, email: text });

export const versionShape = answerOf(
  'EntityVersion',
  {
    commitHash: text,
    author: authorShape,
    committedAt: moment,
    message: text,
    change: choice('added', 'modified', 'deleted', 'renamed'),
    path: described(text, 'The path of the file after the commit; for a deleted file, before it.'),
  },
  {
    previousPath: described(text, 'For a renamed file: its former path.'),
    texts: described(
      texts,
      'The texts in files of their own (`file`) that the commit changed; left out if there are none.',
    ),
  },
);

export const valueChangesShape: JsonObject = {
  type: ['array', 'null'],
  items: answerOf(
    'ValueChange',
    {
      op: choice('add', 'remove', 'replace', 'move'),
      pointer: described(
        text,
        'JSON pointer (RFC 6901) into the newer definition; for a removed value, into the older one.',
      ),
    },
    {
      oldPointer: described(text, 'For a moved item: its former pointer.'),
      from: { description: 'The older value; left out if there was none.' },
      to: { description: 'The newer value; left out if there is none.' },
    },
  ),
  description: 'The difference field by field; null if one of the two files cannot be read.',
};

const sideShape = answerOf('VersionSide', {
  commitHash: described(textOrNull, 'Null for `from` if the entity has no earlier version.'),
  path: described(textOrNull, 'The path of the file; null if the entity did not exist.'),
});

export const versionDiffShape = answerOf('VersionDiff', {
  from: sideShape,
  to: sideShape,
  patch: described(text, 'The unified diff; empty if nothing differs.'),
  changes: valueChangesShape,
});

export const entityAtShape = answerOf(
  'EntityAtCommit',
  {
    op: text,
    type: text,
    name: text,
    branch: text,
    commitHash: text,
    path: described(text, 'The path of the file at that commit.'),
    etag: described(text, 'The id of its blob.'),
    definition: described(
      objectOrNull,
      'The definition; null if the file cannot be read, which is still available as YAML.',
    ),
  },
  {
    texts: {
      type: 'object',
      additionalProperties: textShape,
      description: 'The texts in files of their own at that commit, by the field that each belongs to.',
    },
  },
);
