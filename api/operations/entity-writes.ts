import {
  type EntityChange,
  nameOfChange,
  type WriteOrigin,
  type WriteRequest,
} from '../../controller/changes/index.js';
import type { Target } from '../../controller/identity/access.js';
import { Problem } from '../../controller/problems/index.js';
import type { Json, JsonObject } from '../../schemas/json.js';
import { authorizeWrite, type WriteTarget } from './access.js';
import { auditNames, auditTarget } from './audit-target.js';
import {
  type ConnectorAddress,
  connectorTarget,
  isOfConnector,
  writeConnectorEntity,
} from './connector-entities.js';
import { represent } from './entity-shape.js';
import { requireEntityType } from './entity-types.js';
import {
  batchWriteShape,
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

export interface Manner {
  branch: string;
  message?: string;
  dryRun?: boolean;
  propose?: boolean;
  hold?: boolean | undefined;
}

interface Address extends Manner, ConnectorAddress {
  op?: string;
  type: string;
}

interface Versioned extends Address {
  name: string;
  etag?: string;
}

interface ChangeInput {
  op: 'create' | 'update' | 'delete';
  type: string;
  name?: string;
  definition?: JsonObject;
  patch?: JsonObject;
  jsonPatch?: Json;
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

const mostChanges = 200;

const writeEntities: Operation<Manner & { changes: ChangeInput[] }> = {
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

/** @throws Problem branch_not_found, forbidden, write_requires_proposal */
async function requestOf(
  context: OperationContext,
  { branch: segment, message, dryRun = false, propose = false, hold }: Manner,
  changes: readonly EntityChange[],
): Promise<WriteRequest> {
  const { controller } = context;
  const branch = await controller.branches.resolve(segment);
  const targets = changes.map((change) => ({ branch, type: change.type, name: nameOfChange(change) }));
  tell(context, targets, dryRun);
  // What is held is on the branch itself.
  for (const target of targets) authorizeWrite(context, target, { propose: hold === undefined });
  return {
    branch,
    changes,
    message,
    origin: originOf(context),
    propose: propose || (!dryRun && mustPropose(context, targets)),
    hold,
  };
}

/** Names in the audit log what is written: the input of who creates says it inside of the definition. */
function tell({ audit }: OperationContext, targets: readonly WriteTarget[], dryRun: boolean): void {
  const [only] = targets;
  if (targets.length === 1 && only) audit?.aim(auditTarget(only) ?? '');
  else audit?.note({ entities: auditNames(targets) });
  if (dryRun) audit?.note({ dryRun });
}

/** Whether an agent's write becomes a proposal. @throws Problem write_requires_proposal for all others */
function mustPropose(context: OperationContext, targets: readonly WriteTarget[]): boolean {
  try {
    for (const target of targets) authorizeWrite(context, target, { propose: false });
    return false;
  } catch (error) {
    const isAgent = context.autoPropose === true;
    if (isAgent && error instanceof Problem && error.code === 'write_requires_proposal') return true;
    throw error;
  }
}

/** Who asks, as the history notes it. */
export function originOf({ principal, origin: { requestId, agent, via } }: OperationContext): WriteOrigin {
  // What a browser calls itself says nothing about who acts.
  const program = via === 'rest' && agent.startsWith('Mozilla/') ? undefined : agent;
  return { principal: principal.id, requestId, agent: program };
}

function intentOf(
  { op, type, name, definition, patch, jsonPatch, etag }: ChangeInput,
  pointer: string,
): EntityChange {
  requireEntityType('platform', type);
  if (op === 'create') requireOne({ definition }, pointer);
  if (op === 'update') requireOne({ definition, patch, jsonPatch }, pointer);
  if (op !== 'create' && name === undefined) throw invalid(`\`${op}\` needs a \`name\``, `${pointer}/name`);
  return { op, type, name, definition, mergePatch: patch, jsonPatch, ifMatch: etagsOf(etag) };
}

/** @throws Problem body_invalid unless exactly one of the fields is there */
function requireOne(fields: Record<string, unknown>, pointer: string): void {
  const given = Object.values(fields).filter((value) => value !== undefined);
  if (given.length === 1) return;
  const names = Object.keys(fields).map((name) => `\`${name}\``);
  throw invalid(
    names.length === 1 ? `${names[0]} is needed` : `one of ${names.join(', ')} is needed, and no more`,
    pointer,
  );
}

function invalid(message: string, pointer: string): Problem {
  return new Problem('body_invalid', `The change is not complete: ${message}`, {
    errors: [{ pointer, message }],
  });
}

/** The entity tags of an `If-Match` header, or one as the representation has it. */
export function etagsOf(text: string | undefined): string[] | undefined {
  return text?.split(',').map((etag) => etag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'));
}

export const entityWriteOperations: readonly Operation[] = [
  createEntity,
  replaceEntity,
  updateEntity,
  deleteEntity,
  writeEntities,
];
