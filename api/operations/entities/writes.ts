import type { Snapshot } from '../../../controller/catalog/index.js';
import { Problem } from '../../../controller/problems/index.js';
import type { ChangeRequest } from '../../../controller/proposals/contract.js';
import { entityReachesSecret } from '../../../controller/runs/index.js';
import type { Target } from '../../../controller/security/identity/access/access.js';
import { type EntityChange, nameOfChange, type WriteOrigin } from '../../../controller/writes/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import {
  auditNames,
  auditTarget,
  authorizeWrite,
  isProtected,
  isReviewed,
  refusalOfWrite,
  refusalWithoutReview,
  type WriteTarget,
} from '../shared/authorization.js';
import { isAgentAlone, readsEffects, requireConsent } from '../shared/consent.js';
import { requireEntityType } from '../shared/entity-types.js';
import { jsonPatchField, writeFields } from '../shared/fields.js';
import { withNotRunnable } from '../shared/missing-needs.js';
import type { Operation, OperationContext, Result } from '../shared/operation.js';
import { choice, described } from '../shared/schemas.js';
import { mayEffect, requireScopeEffect } from '../shared/scope-refusals.js';
import { describeChanges, getWriteEffect } from '../shared/write-effect.js';
import {
  type ConnectorAddress,
  connectorTarget,
  isOfConnector,
  writeConnectorEntity,
} from './connector-entities.js';
import { answerEntity, represent } from './snapshots.js';
import {
  batchWriteShape,
  definitionField,
  entityWriteShape,
  etagField,
  mergePatchField,
  nameField,
  typeFields,
} from './write-schemas.js';

interface Address extends EntityWriteOptions, ConnectorAddress {
  op?: string;
  type: string;
}

interface Versioned extends Address {
  name: string;
  etag?: string;
}

const versioned = { ...typeFields, name: nameField, etag: etagField, ...writeFields };
const address = ['branch', 'type', 'name'];

export const createEntity: Operation<Address & { definition: JsonObject; name?: string }> = {
  name: 'create-entity',
  title: 'Create an entity',
  description:
    'Creates an entity in a branch: one commit with a new file. 409 `name_taken` if the name is in use, ' +
    '422 `entity_invalid` with every fault if the entity is not valid.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'editor',
  effects: ['write', 'propose', 'merge'],
  input: {
    properties: { ...typeFields, definition: definitionField, ...writeFields },
    required: ['branch', 'type', 'definition'],
  },
  target: getTarget,
  output: entityWriteShape,
  run: (context, { type, definition, ...input }) =>
    writeOne(context, input, { op: 'create', type, name: undefined, definition }),
};

export const replaceEntity: Operation<Versioned & { definition: JsonObject }> = {
  name: 'replace-entity',
  title: 'Replace an entity',
  description:
    'Replaces the definition of an entity. Its file is edited only where it differs: comments and order stay. Nothing is ' +
    'committed if the file has this content already.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'editor',
  effects: ['write', 'propose', 'merge'],
  input: {
    properties: { ...versioned, definition: definitionField },
    required: [...address, 'definition'],
  },
  target: getTarget,
  output: entityWriteShape,
  run: (context, { type, name, definition, etag, ...input }) =>
    writeOne(context, input, { op: 'update', type, name, definition, ifMatch: findEtags(etag) }),
};

export const updateEntity: Operation<Versioned & { patch?: JsonObject; jsonPatch?: Json }> = {
  name: 'update-entity',
  title: 'Change fields of an entity',
  description:
    'Changes some fields of an entity, by merge patch or JSON patch. Its file is edited only where it differs: one field is ' +
    'one line of the diff.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'editor',
  effects: ['write', 'propose', 'merge'],
  input: {
    properties: { ...versioned, patch: mergePatchField, jsonPatch: jsonPatchField },
    required: address,
  },
  target: getTarget,
  output: entityWriteShape,
  run(context, { type, name, patch, jsonPatch, etag, ...input }) {
    requireOne({ patch, jsonPatch }, '');
    const ifMatch = findEtags(etag);
    return writeOne(context, input, { op: 'update', type, name, mergePatch: patch, jsonPatch, ifMatch });
  },
};

export const deleteEntity: Operation<Versioned> = {
  name: 'delete-entity',
  title: 'Delete an entity',
  description: 'Deletes the file of an entity. 409 `entity_in_use` names the entities that refer to it.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'editor',
  effects: ['write', 'propose', 'merge'],
  input: { properties: versioned, required: address },
  target: getTarget,
  output: entityWriteShape,
  run: (context, { type, name, etag, ...input }) =>
    writeOne(context, input, { op: 'delete', type, name, ifMatch: findEtags(etag) }),
};

function getTarget(input: Address & { name?: string }): Target {
  const { branch, op = 'platform', type, name } = input;
  if (op !== 'platform') return connectorTarget(input);
  return name === undefined ? { branch, type, some: true } : { branch, type, name };
}

/** Writes one entity, or with `dryRun` answers what the write would do. */
export async function writeOne(
  context: OperationContext,
  input: EntityWriteOptions & ConnectorAddress,
  change: EntityChange,
): Promise<Result> {
  const { op = 'platform' } = input;
  if (isOfConnector(input)) return writeConnectorEntity(context, input, change);
  requireEntityType(op, change.type);
  const { controller } = context;
  const request = await getRequest(context, input, [change]);
  const { branch } = request;
  if (input.dryRun) {
    const { entities, ...preview } = withNotRunnable(context, await controller.changes.preview(request));
    return { value: { op, branch, ...entities[0], commit: null, dryRun: true, ...preview } };
  }
  const { entities, ...result } = withNotRunnable(context, await controller.changes.write(request));
  const [write] = entities;
  if (!write) throw new Error('A write of one entity has written none');
  if (result.proposal) return { value: { op, ...result, ...write }, outcome: 'accepted' };
  const snapshot = controller.reconciler.peek(branch);
  const entity = snapshot && represent(controller, snapshot, write.type, write.name);
  const effect = getWriteEffect(context, branch, entities, result.notice);
  const value = { op, ...(entity && answerEntity(context, entity)), ...result, ...write, ...effect };
  if (write.change === 'created') return { value, outcome: 'created' };
  // A pending deletion has something to report, which needs an answer with a body.
  const isQuiet = result.push !== 'pending' && effect.inEffect;
  return write.change === 'deleted' && isQuiet ? { value, outcome: 'deleted' } : { value };
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

export const writeEntities: Operation<EntityWriteOptions & { changes: ChangeInput[] }> = {
  name: 'write-entities',
  title: 'Change several entities in one commit',
  description:
    'Creates, updates and deletes entities of a branch: all in one commit, or none. They are validated together, so ' +
    'that entities that refer to each other can be created and deleted together.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'editor',
  effects: ['write', 'propose', 'merge'],
  input: {
    properties: {
      branch: typeFields.branch,
      changes: {
        type: 'array',
        minItems: 1,
        maxItems: 200,
        description: 'The change of each entity.',
        items: {
          title: 'EntityChange',
          description: 'The change of one entity.',
          type: 'object',
          additionalProperties: false,
          required: ['op', 'type'],
          properties: {
            op: described(
              choice({
                create: 'Creates the entity.',
                update: 'Changes or replaces the definition.',
                delete: 'Deletes the entity.',
              }),
              'The kind of change.',
            ),
            type: typeFields.type,
            name: {
              ...nameField,
              description: 'May be left out if the definition of a new entity has the name.',
            },
            definition: definitionField,
            patch: mergePatchField,
            jsonPatch: jsonPatchField,
            etag: etagField,
          },
        },
      },
      ...writeFields,
    },
    required: ['branch', 'changes'],
  },
  target: ({ branch }) => ({ branch, some: true }),
  output: batchWriteShape,
  async run(context, { changes, ...input }) {
    const intents = changes.map((change, index) => getIntent(change, `/changes/${index}`));
    const request = await getRequest(context, input, intents);
    const { branch } = request;
    if (input.dryRun) {
      const preview = withNotRunnable(context, await context.controller.changes.preview(request));
      return { value: { branch, commit: null, dryRun: true, ...preview } };
    }
    const result = withNotRunnable(context, await context.controller.changes.write(request));
    if (result.proposal) return { value: result, outcome: 'accepted' };
    return { value: { ...result, ...getWriteEffect(context, branch, result.entities, result.notice) } };
  },
};

function getIntent(change: ChangeInput, pointer: string): EntityChange {
  const { op, type, name, definition, patch, jsonPatch, etag } = change;
  requireEntityType('platform', type);
  if (op === 'create') requireOne({ definition }, pointer);
  if (op === 'update') requireOne({ definition, patch, jsonPatch }, pointer);
  if (op !== 'create' && name === undefined)
    throw incomplete(`\`${op}\` needs a \`name\``, `${pointer}/name`);
  return { op, type, name, definition, mergePatch: patch, jsonPatch, ifMatch: findEtags(etag) };
}

/** The input that states how a write is made. */
export interface EntityWriteOptions {
  branch: string;
  message?: string;
  dryRun?: boolean;
  propose?: boolean;
  hold?: boolean | undefined;
}

/**
 * Makes the request that `controller/writes` takes, if the caller may write; the audit record names the entities.
 * @throws Problem branch_not_found, forbidden, write_requires_proposal
 */
async function getRequest(
  context: OperationContext,
  { branch: segment, message, dryRun = false, propose = false, hold }: EntityWriteOptions,
  changes: readonly EntityChange[],
): Promise<ChangeRequest> {
  const { controller } = context;
  const branch = await controller.branches.resolve(segment);
  const targets = changes.map((change) => ({ branch, type: change.type, name: nameOfChange(change) }));
  nameInAudit(context, targets, dryRun);
  // A held revert is written to the branch itself.
  for (const target of targets) authorizeWrite(context, target, { propose: hold === undefined });
  if (propose && !dryRun) requireScopeEffect(context, 'propose', 'Proposing the change');
  const request: ChangeRequest = {
    branch,
    changes,
    message,
    origin: getOrigin(context),
    refuse: controller.branches.gitEnabled
      ? undefined
      : (...snapshots) => refusalOfSecretUse(context, targets, snapshots),
    propose: propose || (!dryRun && mustPropose(context, targets)),
    hold,
  };
  if (!dryRun && !request.propose) await requireCommitConsent(context, request);
  return request;
}

/**
 * Asks for consent to a commit that no one reviews: on a protected branch, on production, and to teams.
 * @throws EffectAwaitingConsent; Problem confirmation_required, approval_void, and those of the write
 */
async function requireCommitConsent(context: OperationContext, request: ChangeRequest): Promise<void> {
  const { branch, changes } = request;
  const { controller, assistant } = context;
  // With `--write` the owner of the folder has agreed to writes of entities, but not to changes of rights.
  const isAgreed = assistant === 'writes' && changes.every(({ type }) => type !== 'team');
  if (isAgreed || !isReviewed(controller, branch) || !readsEffects(context)) return;
  const { entities, diff, valid, summary } = await controller.changes.preview(request);
  // The write itself is refused, with every finding.
  if (!valid) return;
  if (entities.every(({ change }) => change === 'unchanged')) return;
  requireConsent(context, {
    text: `Commits to \`${branch}\`: ${describeChanges(entities)}`,
    content: diff,
    details: { summary, diff },
    right: { role: isProtected(controller, branch) ? 'admin' : 'editor', target: { branch } },
  });
}

/** The refusal of a change to a flow or script that can reach a secret before or after it, where no one reviews it. */
function refusalOfSecretUse(
  context: OperationContext,
  targets: readonly WriteTarget[],
  snapshots: readonly Snapshot[],
): Problem | undefined {
  for (const target of targets) {
    if (target.type !== 'flow' && target.type !== 'script') continue;
    const refusal = refusalWithoutReview(context, target);
    if (refusal && snapshots.some((snapshot) => entityReachesSecret(snapshot, target))) return refusal;
  }
  return undefined;
}

/** Names the written entities in the audit record: a new entity's name is inside its definition. */
function nameInAudit({ audit }: OperationContext, targets: readonly WriteTarget[], dryRun: boolean): void {
  const [only] = targets;
  if (targets.length === 1 && only) audit?.setTarget(auditTarget(only) ?? '');
  else audit?.note({ entities: auditNames(targets) });
  if (dryRun) audit?.note({ dryRun });
}

/** Tells whether the write of an agent becomes a proposal. @throws Problem write_requires_proposal for any other caller */
function mustPropose(context: OperationContext, targets: readonly WriteTarget[]): boolean {
  const { controller, assistant, autoPropose = false } = context;
  // A proposal is reviewed, so that an agent that can make one asks for no commit.
  const isProposable =
    autoPropose && isAgentAlone(context) && controller.branches.gitEnabled && mayEffect(context, 'propose');
  const isUnagreed = ({ branch, type }: WriteTarget) =>
    isProtected(controller, branch) && (assistant !== 'writes' || type === 'team');
  if (isProposable && targets.some(isUnagreed)) return true;
  for (const target of targets) {
    const refusal = refusalOfWrite(context, target, { propose: false });
    if (!refusal) continue;
    if (context.autoPropose && refusal.code === 'write_requires_proposal') return true;
    throw refusal;
  }
  return false;
}

/** The caller, as the history records it. */
export function getOrigin({ principal, origin: { requestId, agent, via } }: OperationContext): WriteOrigin {
  // The name of a browser says nothing about the program that acts.
  const program = via === 'rest' && agent.startsWith('Mozilla/') ? undefined : agent;
  return { principal: principal.id, requestId, agent: program };
}

/** The entity tags of an `If-Match` header, or one as the representation has it. */
export function findEtags(text: string | undefined): string[] | undefined {
  return text?.split(',').map((etag) => etag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'));
}

/** @throws Problem body_invalid unless exactly one of the fields has a value */
function requireOne(fields: Record<string, unknown>, pointer: string): void {
  const values = Object.values(fields).filter((value) => value !== undefined);
  if (values.length === 1) return;
  const names = Object.keys(fields).map((name) => `\`${name}\``);
  throw incomplete(
    names.length === 1 ? `${names[0]} is needed` : `exactly one of ${names.join(', ')} is needed`,
    pointer,
  );
}

function incomplete(message: string, pointer: string): Problem {
  return new Problem('body_invalid', `The change is not complete: ${message}`, {
    errors: [{ pointer, message }],
  });
}
