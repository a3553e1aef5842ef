import type { EntityChange } from '../../controller/changes/index.js';
import type { Target } from '../../controller/identity/access.js';
import type { Json, JsonObject } from '../../schemas/json.js';
import {
  type ConnectorAddress,
  connectorTarget,
  isOfConnector,
  writeConnectorEntity,
} from './connector-entities.js';
import { writeEntities } from './entity-batches.js';
import { represent } from './entity-shape.js';
import { requireEntityType } from './entity-types.js';
import {
  definitionField,
  entityWriteShape,
  etagField,
  jsonPatchField,
  manner,
  mergePatchField,
  nameField,
  typeFields,
} from './entity-write-fields.js';
import type { Operation, OperationContext, Result } from './operation.js';
import { etagsOf, type Manner, requestOf, requireOne } from './write-request.js';

interface Address extends Manner, ConnectorAddress {
  op?: string;
  type: string;
}

interface Versioned extends Address {
  name: string;
  etag?: string;
}

const createEntity: Operation<Address & { definition: JsonObject; name?: string }> = {
  name: 'create-entity',
  title: 'Create an entity',
  description:
    'Writes a new entity to a branch: one commit with a file of its own. 409 `name_taken` when there is one of that name, ' +
    '422 `entity_invalid` with every fault when it does not validate.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'editor',
  input: {
    properties: { ...typeFields, definition: definitionField, ...manner },
    required: ['branch', 'type', 'definition'],
  },
  target: (input) => targetOf(input),
  output: entityWriteShape,
  run: (context, { type, definition, ...input }) =>
    writeOne(context, input, { op: 'create', type, name: undefined, definition }),
};

const replaceEntity: Operation<Versioned & { definition: JsonObject }> = {
  name: 'replace-entity',
  title: 'Replace an entity',
  description:
    'Gives an entity another definition. Its file is edited where it differs: comments and order stay. Nothing is ' +
    'committed when it says so already.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'editor',
  input: {
    properties: { ...typeFields, name: nameField, definition: definitionField, etag: etagField, ...manner },
    required: ['branch', 'type', 'name', 'definition'],
  },
  target: (input) => targetOf(input),
  output: entityWriteShape,
  run: (context, { type, name, definition, etag, ...input }) =>
    writeOne(context, input, { op: 'update', type, name, definition, ifMatch: etagsOf(etag) }),
};

const updateEntity: Operation<Versioned & { patch?: JsonObject; jsonPatch?: Json }> = {
  name: 'update-entity',
  title: 'Change fields of an entity',
  description:
    'Changes some fields of an entity, by merge patch or JSON patch. Its file is edited where it differs: one field is ' +
    'one line of the diff.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'editor',
  input: {
    properties: {
      ...typeFields,
      name: nameField,
      patch: mergePatchField,
      jsonPatch: jsonPatchField,
      etag: etagField,
      ...manner,
    },
    required: ['branch', 'type', 'name'],
  },
  target: (input) => targetOf(input),
  output: entityWriteShape,
  run: (context, { type, name, patch, jsonPatch, etag, ...input }) => {
    requireOne({ patch, jsonPatch }, '');
    const change = {
      op: 'update',
      type,
      name,
      mergePatch: patch,
      jsonPatch,
      ifMatch: etagsOf(etag),
    } as const;
    return writeOne(context, input, change);
  },
};

const deleteEntity: Operation<Versioned> = {
  name: 'delete-entity',
  title: 'Delete an entity',
  description: 'Deletes the file of an entity. 409 `entity_in_use` names what refers to it.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'editor',
  input: {
    properties: { ...typeFields, name: nameField, etag: etagField, ...manner },
    required: ['branch', 'type', 'name'],
  },
  target: (input) => targetOf(input),
  output: entityWriteShape,
  run: (context, { type, name, etag, ...input }) =>
    writeOne(context, input, { op: 'delete', type, name, ifMatch: etagsOf(etag) }),
};

function targetOf(input: Address & { name?: string }): Target {
  const { branch, op = 'platform', type, name } = input;
  if (op !== 'platform') return connectorTarget(input);
  return name === undefined ? { branch, type, some: true } : { branch, type, name };
}

/** Writes one entity, or says what that would do. */
export async function writeOne(
  context: OperationContext,
  input: Manner & ConnectorAddress,
  change: EntityChange,
): Promise<Result> {
  const { op = 'platform' } = input;
  if (isOfConnector(input)) return writeConnectorEntity(context, input, change);
  requireEntityType(op, change.type);
  const { controller } = context;
  const request = await requestOf(context, input, [change]);
  const { branch } = request;
  if (input.dryRun) {
    const { entities, ...preview } = await controller.changes.preview(request);
    return { value: { op, branch, ...entities[0], commit: null, dryRun: true, ...preview } };
  }
  const { entities, ...result } = await controller.changes.write(request);
  const [written] = entities;
  if (!written) throw new Error('A write of one entity has written none');
  if (result.proposal) return { value: { op, ...result, ...written }, outcome: 'accepted' };
  const snapshot = controller.reconciler.peek(branch);
  const found = snapshot && represent(snapshot, written.type, written.name);
  const value = { op, ...found, ...result, ...written };
  if (written.change === 'created') return { value, outcome: 'created' };
  // What is to be said of a deletion needs an answer with a body.
  const isQuiet = result.push !== 'pending';
  return written.change === 'deleted' && isQuiet ? { value, outcome: 'deleted' } : { value };
}

export const entityWriteOperations: readonly Operation[] = [
  createEntity,
  replaceEntity,
  updateEntity,
  deleteEntity,
  writeEntities,
];
