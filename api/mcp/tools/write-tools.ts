import type { JsonObject } from '../../../schemas/json.js';
import { findOperation } from '../../operations/registry.js';
import type { Outcome } from '../answers.js';
import { writePlatform } from '../platform-calls.js';
import type { McpScope } from '../scope.js';
import {
  branchArgument,
  nameArgument,
  opArgument,
  platformTypes,
  typeArgument,
  writtenShape,
} from './entity-tools.js';
import type { Tool } from './tool.js';

const proposing =
  'On a branch that you may only propose changes to, the change becomes a proposal on a branch of its own by itself: `proposal` in the answer says where it can be looked at. Read it as type `proposal`; who may merges it by `update-entity` with {"type": "proposal", "name": "<its id>", "patch": {"state": "merged"}}.';

export const createEntityTool: Tool = {
  name: 'create-entity',
  operation: 'create-entity',
  title: 'Create an entity',
  description: `Creates an entity: one of a branch as a commit, one of the platform at once.

Use it to add a flow, connection, folio, annotation and so on, a secret, or a backup. Give \`dryRun\` first to see what would be wrong and what would change. ${proposing}

Example: {"type": "folio", "name": "refund-policy", "definition": {"title": "Refunds", "body": "…"}, "message": "Explain refunds"}; {"type": "secret", "definition": {"path": "shop/token", "value": {"token": "…"}}}; {"type": "backup", "definition": {"categories": ["flows"]}}

Comes back: the entity, with its new \`etag\` and \`revision\`. A definition that does not fit is refused, nothing is changed, and \`errors\` name each place: mend those and call again.`,
  input: writeInput('create-entity', 'create'),
  output: writtenShape,
  run: (scope, args) => write(scope, 'create', args),
};

export const updateEntityTool: Tool = {
  name: 'update-entity',
  operation: 'update-entity',
  title: 'Change an entity',
  description: `Changes an entity in place; what is not changed in its file stays as it is, byte for byte.

Use it after \`read-entity\`. Give the \`etag\` that you read, so that nobody's change is overwritten. ${proposing}

Example: {"type": "connection", "name": "shop", "patch": {"config": {"timeout": "PT20S"}}, "message": "Wait longer for the shop"}

Comes back: the entity as it is now, or the proposal. \`version_conflict\`: it was changed meanwhile; read it again and repeat.`,
  input: writeInput('update-entity', 'update'),
  output: writtenShape,
  run: (scope, args) => write(scope, 'update', args),
};

export const revertEntityTool: Tool = {
  name: 'revert-entity',
  operation: 'revert-entity',
  title: 'Take an entity back to an earlier version',
  description: `Makes a new commit in which the entity is as it was at \`commitHash\`.

Use it to undo a change. The resource versions:///{type}/{name}/history lists the commits.

Example: {"type": "connection", "name": "shop", "commitHash": "4be1c9…"}

With \`hold: true\` no sync undoes it while the remote is away or does not take it; \`commitHash: HEAD\` with \`hold: false\` lets go of it.

Comes back: the entity as it is now, or the proposal. A version that would not be valid any more is refused.`,
  output: writtenShape,
};

/** The arguments of the operation, in words that fit types of the platform too. */
function writeInput(operation: string, verb: 'create' | 'update'): NonNullable<Tool['input']> {
  const own = findOperation(operation)?.input.properties ?? {};
  const definition = findOperation('create-entity')?.input.properties['definition'] ?? {};
  return {
    properties: {
      ...own,
      definition:
        verb === 'create'
          ? definition
          : { ...definition, description: 'The whole definition, in place of `patch` and `jsonPatch`.' },
      type: typeArgument(platformTypes(verb)),
      name: nameArgument,
      branch: branchArgument,
      op: opArgument,
    },
    required: verb === 'create' ? ['type', 'definition'] : ['type', 'name'],
  };
}

async function write(scope: McpScope, verb: 'create' | 'update', args: JsonObject): Promise<Outcome> {
  const ofPlatform = await writePlatform(scope, verb, args);
  if (ofPlatform) return { value: ofPlatform };
  const whole = verb === 'update' && args['definition'] !== undefined;
  const given = { branch: scope.production, ...(verb === 'create' ? named(args) : args) };
  const value = await scope.perform(whole ? 'replace-entity' : `${verb}-entity`, given);
  return { value: value as JsonObject, ...noteOn(value as JsonObject) };
}

/** A new entity says its name in its definition; a flow in its document. */
function named({ name, ...args }: JsonObject): JsonObject {
  const { definition, type } = args;
  if (name === undefined || !isObject(definition)) return args;
  if (type !== 'flow') return { ...args, definition: { name, ...definition } };
  const document = isObject(definition['document']) ? definition['document'] : {};
  return {
    ...args,
    definition: { ...definition, document: { ...document, name: document['name'] ?? name } },
  };
}

/** What is wrong with a change that was only tried; where one went that was proposed. */
export function noteOn({ proposal, valid, findings }: JsonObject): { note?: string } {
  if (valid === false && Array.isArray(findings)) return { note: faultsOf(findings as JsonObject[]) };
  if (!isObject(proposal)) return {};
  const { branch, compareUrl, pullRequestUrl } = proposal;
  const where = pullRequestUrl ?? compareUrl;
  const look = typeof where === 'string' ? ` Look at it at ${where}.` : '';
  return {
    note: `The branch is protected, so the change was not made there but proposed, on branch \`${branch}\`.${look} It takes effect when it is merged.`,
  };
}

function faultsOf(findings: readonly JsonObject[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const lines = errors.map(({ file, line, pointer, message, hint }) =>
    [`- ${file}:${line} ${pointer}: ${message}`, hint].filter(Boolean).join('. '),
  );
  return ['The change would be refused; mend this first:', ...lines].join('\n');
}

function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
