import type { EntityChange } from '../../controller/changes/index.js';
import type { Json, JsonObject } from '../../schemas/json.js';
import { requireEntityType } from './entity-types.js';
import {
  batchWriteShape,
  definitionField,
  etagField,
  jsonPatchField,
  manner,
  mergePatchField,
  nameField,
  typeFields,
} from './entity-write-fields.js';
import type { Operation } from './operation.js';
import { etagsOf, incomplete, type Manner, requestOf, requireOne } from './write-request.js';

interface ChangeInput {
  op: 'create' | 'update' | 'delete';
  type: string;
  name?: string;
  definition?: JsonObject;
  patch?: JsonObject;
  jsonPatch?: Json;
  etag?: string;
}

const mostChanges = 200;

export const writeEntities: Operation<Manner & { changes: ChangeInput[] }> = {
  name: 'write-entities',
  title: 'Change several entities in one commit',
  description:
    'Creates, updates and deletes entities of a branch: all in one commit, or none. They are validated together, so ' +
    'that what refers to each other can come and go together.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'editor',
  input: {
    properties: {
      branch: typeFields['branch'] as JsonObject,
      changes: {
        type: 'array',
        minItems: 1,
        maxItems: mostChanges,
        description: 'What is to become of each entity.',
        items: {
          title: 'EntityChange',
          type: 'object',
          additionalProperties: false,
          required: ['op', 'type'],
          properties: {
            op: { type: 'string', enum: ['create', 'update', 'delete'] },
            type: typeFields['type'] as JsonObject,
            name: {
              ...nameField,
              description: 'May be left out where the definition of a new entity says it.',
            },
            definition: definitionField,
            patch: mergePatchField,
            jsonPatch: jsonPatchField,
            etag: etagField,
          },
        },
      },
      ...manner,
    },
    required: ['branch', 'changes'],
  },
  target: ({ branch }) => ({ branch, some: true }),
  output: batchWriteShape,
  async run(context, { changes, ...input }) {
    const intents = changes.map((change, index) => intentOf(change, `/changes/${index}`));
    const request = await requestOf(context, input, intents);
    const { changes: room } = context.controller;
    if (input.dryRun)
      return {
        value: { branch: request.branch, commit: null, dryRun: true, ...(await room.preview(request)) },
      };
    const result = await room.write(request);
    return result.proposal ? { value: result, outcome: 'accepted' } : { value: result };
  },
};

function intentOf(
  { op, type, name, definition, patch, jsonPatch, etag }: ChangeInput,
  pointer: string,
): EntityChange {
  requireEntityType('platform', type);
  if (op === 'create') requireOne({ definition }, pointer);
  if (op === 'update') requireOne({ definition, patch, jsonPatch }, pointer);
  if (op !== 'create' && name === undefined)
    throw incomplete(`\`${op}\` needs a \`name\``, `${pointer}/name`);
  return { op, type, name, definition, mergePatch: patch, jsonPatch, ifMatch: etagsOf(etag) };
}
