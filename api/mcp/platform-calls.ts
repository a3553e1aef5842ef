import { Problem } from '../../controller/problems/index.js';
import type { Json, JsonObject } from '../../schemas/json.js';
import {
  type PlatformEntity,
  type PlatformVerb,
  platformEntities,
  platformEntity,
} from '../operations/platform-entities.js';
import { findOperation } from '../operations/registry.js';
import type { McpScope } from './scope.js';

/** The entity in the form of all entities; undefined for a type that is not of the platform. */
export async function readPlatform(scope: McpScope, args: JsonObject): Promise<JsonObject | undefined> {
  const entity = entityOf(args);
  if (!entity) return undefined;
  const { named, read } = entity;
  if (read !== undefined && findOperation(read)) {
    const value = await scope.perform(read, addressed(scope, read, args, { [named]: args['name'] }));
    return represent(entity, value as JsonObject);
  }
  return find(scope, entity, args);
}

/** A page; undefined for a type that is not of the platform. */
export async function listPlatform(scope: McpScope, args: JsonObject): Promise<JsonObject | undefined> {
  const entity = entityOf(args);
  if (!entity) return undefined;
  const operation = requireVerb(entity, 'list');
  const known = findOperation(operation)?.input.properties ?? {};
  const paging = ['limit', 'cursor', 'q', 'label'].filter((name) => Object.hasOwn(known, name));
  const input = {
    ...(args['filter'] as JsonObject | undefined),
    ...Object.fromEntries(paging.map((name) => [name, args[name]])),
  };
  const page = await scope.perform(operation, addressed(scope, operation, args, input));
  const { items, nextCursor = null } = page as { items: JsonObject[]; nextCursor?: string | null };
  return { items: items.map((item) => represent(entity, item)), nextCursor };
}

/** How writes of the entities of a branch are made, and these are not. */
const ofBranches = ['message', 'propose', 'etag'];
/** What the answer to a dry run says besides the entity. */
const ofPreviews = ['dryRun', 'change', 'diff'];

/** Creates or changes one; undefined for a type that is not of the platform. */
export async function writePlatform(
  scope: McpScope,
  verb: 'create' | 'update',
  args: JsonObject,
): Promise<JsonObject | undefined> {
  const entity = entityOf(args);
  if (!entity) return undefined;
  refuseForeign(entity, args);
  const { definition, patch, jsonPatch, dryRun, name } = args;
  const isWhole = verb === 'update' && definition !== undefined && entity.replace !== undefined;
  const operation = isWhole ? (entity.replace as string) : requireVerb(entity, verb);
  const known = findOperation(operation)?.input.properties ?? {};
  const fields = definition ?? patch;
  const input: Record<string, unknown> =
    entity.definition === undefined ? { ...(fields as JsonObject) } : { [entity.definition]: fields };
  input['jsonPatch'] = jsonPatch;
  // Not every operation can be tried: where it cannot, that is refused and nothing is done.
  if (dryRun === true) input['dryRun'] = dryRun;
  const key = [entity.named, 'name'].find((property) => Object.hasOwn(known, property));
  if (key !== undefined && name !== undefined) input[key] ??= name;
  const value = await scope.perform(operation, addressed(scope, operation, args, input));
  const written = (value ?? {}) as JsonObject;
  const told = ofPreviews.filter((member) => written[member] !== undefined);
  const own = Object.entries(written).filter(([member]) => !ofPreviews.includes(member));
  return {
    ...represent(entity, Object.fromEntries(own)),
    ...Object.fromEntries(told.map((member) => [member, written[member] as Json])),
  };
}

/** A guard that is passed over guards nothing. */
function refuseForeign({ type }: PlatformEntity, args: JsonObject): void {
  const foreign = ofBranches.filter((name) => args[name] !== undefined && args[name] !== false);
  if (foreign.length === 0) return;
  throw new Problem(
    'request_invalid',
    `\`${foreign.join('`, `')}\` is for entities of a branch, and a ${type} is one of the platform`,
    {
      errors: foreign.map((name) => ({ pointer: `/${name}`, message: `is not for a ${type}` })),
      hints: [
        'Leave it out. To change only what you have read, send a `jsonPatch` that begins with a `test` operation.',
      ],
    },
  );
}

function entityOf({ op, type }: JsonObject): PlatformEntity | undefined {
  return op === undefined || op === 'platform' ? platformEntity(String(type)) : undefined;
}

function addressed(scope: McpScope, operation: string, args: JsonObject, input: Record<string, unknown>) {
  const takesBranch = Object.hasOwn(findOperation(operation)?.input.properties ?? {}, 'branch');
  return takesBranch ? { branch: args['branch'] ?? scope.production, ...input } : input;
}

function requireVerb(entity: PlatformEntity, verb: PlatformVerb): string {
  const operation = entity[verb];
  if (operation !== undefined && findOperation(operation)) return operation;
  const others = platformEntities.filter((other) => findOperation(other[verb] ?? ''));
  throw new Problem(
    'entity_type_unknown',
    `Entities of type \`${entity.type}\` cannot be had by \`${verb}\``,
    {
      hints: [`Types of the platform that can: ${others.map(({ type }) => `\`${type}\``).join(', ')}.`],
    },
  );
}

/** Of a type that has no operation to read one: the one of that name in its list. */
async function find(scope: McpScope, entity: PlatformEntity, args: JsonObject): Promise<JsonObject> {
  const page = await listPlatform(scope, { ...args, limit: undefined as unknown as Json });
  const items = (page?.['items'] ?? []) as JsonObject[];
  const found = items.find(({ name }) => name === args['name']);
  if (found) return found;
  throw new Problem('entity_not_found', `There is no ${entity.type} \`${args['name']}\``);
}

function represent({ type, named }: PlatformEntity, value: JsonObject): JsonObject {
  const name = value[named] ?? value['id'] ?? value['name'] ?? null;
  return { op: 'platform', type, name, definition: value };
}
