import type { JsonObject } from '../../../schemas/json/types.js';
import { missingShape } from '../shared/missing-needs.js';
import {
  conditionShape,
  described,
  findingShape,
  flag,
  getAnswer,
  getArray,
  named,
  objectOrNull,
  openObject,
  text,
  textOrNull,
  texts,
  withOptional,
} from '../shared/schemas.js';

const referenceShape = described(
  getAnswer('EntityReference', {
    type: described(text, 'The type of the entity that is named.'),
    name: described(text, 'The name of the entity that is named.'),
    pointer: described(text, 'Where in the definition (RFC 6901).'),
  }),
  'A place of a definition that names another entity.',
);

const entityMembers = {
  op: described(text, '`platform`, or the connector that the entity belongs to.'),
  type: named.type,
  name: named.name,
  branch: named.branch,
  path: described(textOrNull, 'The file inside the repository.'),
  revision: described(textOrNull, 'The commit of this version; null if no version was ever valid.'),
  etag: described(textOrNull, 'Changes with every byte of the file and of the files that it names.'),
  definition: described(objectOrNull, 'The version in service; null if no version was ever valid.'),
  references: described(getArray(referenceShape), 'The entities that this one refers to.'),
  status: described(
    getAnswer('EntityStatus', {
      conditions: described(getArray(conditionShape), 'The aspects of the state.'),
      findings: described(getArray(findingShape), 'The faults of the newest version.'),
      missing: described(getArray(missingShape), 'What it needs and is not here; empty where it can run.'),
    }),
    'The state of an entity.',
  ),
};

export const entityShape = getAnswer(
  { title: 'Entity', description: 'An entity in the version in service.' },
  entityMembers,
  {
    connection: described(text, 'For an entity of a connector: its connection.'),
  },
);

export const textShape = getAnswer(undefined, {
  path: described(text, 'The path of the file.'),
  text: described(text, 'The content of the file.'),
});

const fileMembers = {
  branch: described(text, 'The branch of the file; `local` for the overlay.'),
  path: described(text, 'The file, from the root of the branch.'),
  blob: described(text, 'The Git blob id of the file.'),
};
const { branch, path } = fileMembers;
const fileShape = described(getAnswer('OriginFile', fileMembers), 'A file that an entity comes from.');

const originShape: JsonObject = {
  ...getAnswer('EntityOrigin', {
    ...fileMembers,
    revision: described(text, 'The revision that this version was applied from.'),
    newest: described(flag, 'False if the newest version is not valid and this is the last valid one.'),
    hides: described(getArray(fileShape), 'The files of production that it replaces.'),
    fields: {
      type: 'array',
      description: 'The fields of the definition, and the file that each comes from.',
      items: getAnswer('FieldOrigin', {
        pointer: described(text, 'Where in the definition (RFC 6901).'),
        branch,
        path,
        change: {
          type: ['string', 'null'],
          enum: ['added', 'changed', 'removed', null],
          enumDescriptions: [
            'Production has no such field.',
            'The field differs from production.',
            'Only production has the field.',
            'No difference.',
          ],
          description: 'The difference from production; null if there is none, and except on `local`.',
        },
      }),
    },
    references: {
      type: 'array',
      description: 'The entities that the fields refer to, and the file of each.',
      items: getAnswer('ReferenceOrigin', {
        pointer: described(text, 'The field that refers to the entity (RFC 6901).'),
        type: described(text, 'The type of the entity.'),
        name: described(text, 'The name of the entity.'),
        file: {
          anyOf: [fileShape, { type: 'null' }],
          description: 'Null if no entity of this name is in service.',
        },
        hides: described(getArray(fileShape), 'The files of production that this file replaces.'),
      }),
    },
    overriddenBy: {
      type: 'array',
      description: 'For a connection: the environments that override its fields.',
      items: getAnswer('Override', {
        environment: described(text, 'The name of the environment.'),
        branch,
        path,
        pointers: described(texts, 'The overridden fields of the connection.'),
      }),
    },
    usedBy: {
      type: 'array',
      description: 'The entities of the branch that use it, by themselves or through others.',
      items: getAnswer('EntityUser', {
        type: described(text, 'The type of the user.'),
        name: described(text, 'The name of the user.'),
        pointer: described(text, 'Where the user refers to it (RFC 6901).'),
        through: {
          anyOf: [
            getAnswer('UsedThrough', {
              type: described(text, 'The type of the entity between.'),
              name: described(text, 'The name of the entity between.'),
            }),
            { type: 'null' },
          ],
          description: 'The entity that the user refers to; null for a user of the entity itself.',
        },
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
    ...getAnswer(undefined, {
      terms: described(texts, 'The words of the entity that match the search.'),
      snippet: described(textOrNull, 'The text around the first match.'),
    }),
    description: 'With `q`: the match.',
  },
});

export const typeShape = getAnswer(
  { title: 'EntityType', description: 'A type of entities.' },
  {
    name: described(text, 'The name of the type, in the singular.'),
    title: described(text, 'A name for people.'),
    description: described(text, 'What entities of the type are for.'),
    schema: described(openObject, 'JSON Schema of a definition.'),
    key: described(
      texts,
      'The fields that make up a name, which joins them with commas; types without a key can only be listed.',
    ),
    capabilities: described(
      getAnswer('EntityCapabilities', {
        read: described(flag, 'Entities can be read one by one.'),
        create: described(flag, 'Entities can be created.'),
        update: described(flag, 'Entities can be changed.'),
        delete: described(flag, 'Entities can be deleted.'),
      }),
      'The calls that the entities of a type take.',
    ),
  },
);
