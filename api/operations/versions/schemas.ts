import type { JsonObject } from '../../../schemas/json/types.js';
import { textShape } from '../entities/schemas.js';
import {
  choice,
  described,
  getAnswer,
  moment,
  named,
  objectOrNull,
  text,
  textOrNull,
  texts,
} from '../shared/schemas.js';

export const authorShape = described(
  getAnswer('CommitAuthor', {
    name: described(text, 'The name, as the commit has it.'),
    email: described(text, 'The mail address, as the commit has it.'),
  }),
  'The author of a commit.',
);

export const versionShape = getAnswer(
  { title: 'EntityVersion', description: 'A commit that changed the file of an entity.' },
  {
    commitHash: named.commitHash,
    author: authorShape,
    committedAt: described(moment, 'The time of the commit.'),
    message: described(text, 'The message of the commit.'),
    change: described(
      choice({
        added: 'The file is new.',
        modified: 'The content differs.',
        deleted: 'The file is gone.',
        renamed: 'The file has another path.',
      }),
      'The effect of the commit on the file.',
    ),
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
  items: getAnswer(
    { title: 'ValueChange', description: 'A changed value of a definition.' },
    {
      op: described(
        choice({
          add: 'The value is new.',
          remove: 'The value is gone.',
          replace: 'The value differs.',
          move: 'The item has another place.',
        }),
        'The kind of difference.',
      ),
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

const sideShape = getAnswer(
  { title: 'VersionSide', description: 'One of the two compared versions.' },
  {
    commitHash: described(textOrNull, 'Null for `from` if the entity has no earlier version.'),
    path: described(textOrNull, 'The path of the file; null if the entity did not exist.'),
  },
);

export const versionDiffShape = getAnswer(
  { title: 'VersionDiff', description: 'The difference between two versions of an entity.' },
  {
    from: sideShape,
    to: sideShape,
    patch: described(text, 'The unified diff; empty if nothing differs.'),
    changes: valueChangesShape,
  },
);

export const entityAtShape = getAnswer(
  { title: 'EntityAtCommit', description: 'An entity as it was at a commit.' },
  {
    op: described(text, 'Always `platform`.'),
    type: named.type,
    name: named.name,
    branch: named.branch,
    commitHash: named.commitHash,
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
