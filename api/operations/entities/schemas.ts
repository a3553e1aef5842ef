import type { JsonObject } from '../../../schemas/json/types.js';
import {
  answerOf,
  arrayOf,
  choice,
  conditionShape,
  described,
  findingShape,
  flag,
  objectOrNull,
  openObject,
  text,
  textOrNull,
  texts,
  withOptional,
} from '../shared/schemas.js';

const referenceShape = answerOf('EntityReference', {
  type: described(text, 'The type of the entity that is named.'),
  name: text,
  pointer: described(text, 'Where in the definition (RFC 6901).'),
});

const entityMembers = {
  op: text,
  type: text,
  name: text,
  branch: text,
  path: described(textOrNull, 'The file inside the repository.'),
  revision: described(textOrNull, 'The commit of this version; null if no version was ever valid.'),
  etag: described(textOrNull, 'Changes with every byte of the file and of the files that it names.'),
  definition: described(objectOrNull, 'The version in service; null if no version was ever valid.'),
  references: described(arrayOf(referenceShape), 'The entities that this one refers to.'),
  status: answerOf('EntityStatus', {
    conditions: arrayOf(conditionShape),
    findings: described(arrayOf(findingShape), 'The faults of the newest version.'),
  }),
};

export const entityShape = answerOf('Entity', entityMembers, {
  connection: described(text, 'For an entity of a connector: its connection.'),
});

export const textShape = answerOf(undefined, { path: text, text });

const fileMembers = {
  branch: described(text, 'The branch of the file; `local` for the overlay.'),
  path: described(text, 'The file, from the root of the branch.'),
  blob: described(text, 'The Git blob id of the file.'),
};
const { branch, path } = fileMembers;
const fileShape = answerOf('OriginFile', fileMembers);

const originShape: JsonObject = {
  ...answerOf('EntityOrigin', {
    ...fileMembers,
    revision: described(text, 'The revision that this version was applied from.'),
    newest: described(flag, 'False if the newest version is not valid and this is the last valid one.'),
    hides: described(arrayOf(fileShape), 'The files of production that it replaces.'),
    fields: {
      type: 'array',
      description: 'The fields of the definition, and the file that each comes from.',
      items: answerOf('FieldOrigin', {
        pointer: described(text, 'Where in the definition (RFC 6901).'),
        branch,
        path,
        change: {
          type: ['string', 'null'],
          enum: ['added', 'changed', 'removed', null],
          description: 'The difference from production; null if there is none, and except on `local`.',
        },
      }),
    },
    references: {
      type: 'array',
      description: 'The entities that the fields refer to, and the file of each.',
      items: answerOf('ReferenceOrigin', {
        pointer: text,
        type: text,
        name: text,
        file: {
          anyOf: [fileShape, { type: 'null' }],
          description: 'Null if no entity of this name is in service.',
        },
        hides: arrayOf(fileShape),
      }),
    },
    overriddenBy: {
      type: 'array',
      description: 'For a connection: the environments that override its fields.',
      items: answerOf('Override', {
        environment: text,
        branch,
        path,
        pointers: described(texts, 'The overridden fields of the connection.'),
      }),
    },
  }),
  description: 'With `explain`: the origin of the version in service, and what it hides.',
};

export const readEntityShape = withOptional(entityShape, 'EntityWithTexts', {
  texts: {
    type: 'object',
    additionalProperties: textShape,
    description: 'The texts in files of their own, by the field that each belongs to.',
  },
  origin: {
    anyOf: [originShape, { type: 'null' }],
    description: 'With `explain`; null if no version was ever valid.',
  },
});

/** An entity in a list; with `q` also how well it matches. */
export const listedEntityShape = withOptional(entityShape, 'ListedEntity', {
  score: { type: 'number', description: 'With `q`: higher is better, within one list.' },
  match: {
    ...answerOf(undefined, {
      terms: described(texts, 'The words of the entity that match the search.'),
      snippet: described(textOrNull, 'The text around the first match.'),
    }),
    description: 'With `q`: the match.',
  },
});

export const typeShape = answerOf('EntityType', {
  name: text,
  title: text,
  description: text,
  schema: described(openObject, 'JSON Schema of a definition.'),
  key: described(
    texts,
    'The fields that make up a name, which joins them with commas; types without a key can only be listed.',
  ),
  capabilities: answerOf('EntityCapabilities', { read: flag, create: flag, update: flag, delete: flag }),
});

export const changeField = choice('created', 'updated', 'deleted', 'unchanged');
