import type { JsonObject } from '../../../schemas/json/types.js';
import { proposalShape } from '../proposals/schemas.js';
import { branchField, envField, opField, textField, typeField } from '../shared/fields.js';
import { notRunnableField } from '../shared/missing-needs.js';
import {
  changeField,
  choice,
  described,
  extended,
  findingShape,
  flag,
  getAnswer,
  getArray,
  integer,
  named,
  openObject,
  text,
  textOrNull,
} from '../shared/schemas.js';
import { effectMembers } from '../shared/write-effect.js';
import { entityShape } from './schemas.js';

/** Input that only entities of connectors have. */
export const connectorFields: Readonly<Record<string, JsonObject>> = {
  connection: textField(
    'For types of a connector: the connection to use; by default the only one of the connector, or the one with its name.',
    63,
    'warehouse',
  ),
  env: {
    ...envField,
    description: 'For types of a connector: the environment whose settings and secrets apply.',
  },
};

export const queryFields = {
  filter: {
    type: ['string', 'array'],
    items: { type: 'string', maxLength: 1000 },
    maxLength: 1000,
    maxItems: 20,
    description:
      'For types of a connector: a condition such as `price>=10`, `name^=Dar` (begins with) or `sold is null`, or several conditions that must all hold.',
    examples: ['price>=10'],
  },
  order: textField(
    'For types of a connector: fields separated by commas, `-` before descending ones.',
    1000,
    '-price,name',
  ),
} satisfies Record<string, JsonObject>;

export const typeFields = {
  branch: {
    ...branchField,
    description:
      'The branch to write to. `live` is the directory where Git versioning is off, `local` the overlay directory.',
  },
  op: { ...opField, default: 'platform' },
  type: typeField,
  ...connectorFields,
};

export const nameField = textField('The name of the entity.', 253, 'crm');

export const definitionField = described(
  openObject,
  'The entity document, with the same fields as its file; `kind` may be left out.',
);

export const mergePatchField: JsonObject = {
  ...openObject,
  description: 'A merge patch (RFC 7396): only the fields that change; null removes a field.',
  examples: [{ config: { baseUrl: 'https://crm.example.com' } }],
};

export const etagField = textField(
  'The `etag` of the version that the change is based on; 412 `version_conflict` if the entity has another one.',
  1024,
);

const change = described(
  changeField,
  'The effect on the entity. `unchanged`: the entity had this content already, and there is no commit.',
);

const commit = described(textOrNull, 'The commit with the change; null if nothing changed, and without Git.');

const referrerShape = described(
  getAnswer('Referrer', {
    type: named.type,
    name: named.name,
    file: named.path,
    line: described(integer, 'The line that names the deleted entity.'),
  }),
  'An entity that refers to another one.',
);

/** Members that the answer to a write may have besides. */
const outcome: Readonly<Record<string, JsonObject>> = {
  push: described(
    choice({ pushed: 'The remote has the commit.', pending: 'svc will push the commit later.' }),
    'Whether the remote has the commit. `pending`: svc will push it later; `GET …/cicd/sync` shows the state of the push.',
  ),
  proposal: proposalShape,
  inEffect: effectMembers.inEffect,
  next: effectMembers.next,
  notice: described(
    text,
    'The reason for a write that is not in effect, a pending push, or a proposal without a request for it.',
  ),
  dryRun: described(flag, 'Nothing was changed; `diff` and `findings` show what would be.'),
  valid: described(flag, 'With `dryRun`: whether the write would be accepted.'),
  summary: described(text, 'With `dryRun`: what the write would do, and why svc would refuse it.'),
  referrers: described(getArray(referrerShape), 'With `dryRun`: the entities that refer to a deleted one.'),
  diff: described(text, 'With `dryRun`: the unified diff.'),
  findings: described(getArray(findingShape), 'Findings in the written files.'),
  notRunnable: notRunnableField,
};

/** The answer to a write of one entity: its representation, and what was done. */
export const entityWriteShape = extended(
  { ...entityShape, required: ['op', 'type', 'name', 'branch'] },
  { title: 'EntityWrite', description: 'The answer to a write of one entity.' },
  { change, commit },
  outcome,
);

/** The answer to a write of several entities. */
export const batchWriteShape = getAnswer(
  { title: 'BatchWrite', description: 'The answer to a write of several entities.' },
  {
    branch: named.branch,
    entities: {
      type: 'array',
      description: 'The effect on each entity.',
      items: {
        ...getAnswer('WrittenEntity', {
          type: named.type,
          name: named.name,
          change,
          path: described(text, 'The file inside the repository.'),
          etag: described(textOrNull, 'Null if the entity was deleted.'),
        }),
        description: 'The effect of a write on one entity.',
      },
    },
    commit,
  },
  outcome,
);
