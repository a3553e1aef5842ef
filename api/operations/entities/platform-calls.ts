import { Problem } from '../../../controller/problems/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { listed } from '../shared/entity-types.js';
import type { Operation } from '../shared/operation.js';
import type { PlatformEntity, PlatformVerb } from '../shared/platform-entities.js';
import type { ToolScope } from '../shared/tool.js';

/** Arguments that only a write of an entity of a branch takes. */
const ofBranches = ['message', 'propose', 'etag'];
/** Members of the answer to a dry run that are not the entity's. */
const ofPreviews = ['dryRun', 'change', 'diff'];

type PageAnswer = JsonObject & { items: JsonObject[]; nextCursor?: string | null };

/** The generic entity tools on types of the platform: each verb by the operation that the type has for it. */
export class PlatformCalls {
  readonly #byType: ReadonlyMap<string, PlatformEntity>;

  constructor(private readonly entities: readonly PlatformEntity[]) {
    this.#byType = new Map(entities.map((entity) => [entity.type, entity]));
  }

  /** The types that have an operation for the verb. */
  typesWith(verb: PlatformVerb): string[] {
    return this.entities.filter((entity) => entity[verb]).map(({ type }) => type);
  }

  /** The operations that types have for the verb. */
  operationsFor(verb: PlatformVerb): Operation[] {
    return this.entities.flatMap((entity) => entity[verb] ?? []);
  }

  /** The type that the arguments name; undefined for one that is not of the platform. */
  findEntity({ op, type }: JsonObject): PlatformEntity | undefined {
    return op === undefined || op === 'platform' ? this.#byType.get(String(type)) : undefined;
  }

  /** Reads one entity, in the form that all entities have. */
  async read(scope: ToolScope, entity: PlatformEntity, args: JsonObject): Promise<JsonObject> {
    const input = { [entity.named]: args['name'] };
    const value = await scope.perform(entity.read, addressed(scope, entity.read, args, input));
    return represent(entity, value as JsonObject);
  }

  async list(scope: ToolScope, entity: PlatformEntity, args: JsonObject): Promise<JsonObject> {
    const properties = entity.list.input.properties;
    const paging = ['limit', 'cursor', 'q', 'label'].filter((name) => Object.hasOwn(properties, name));
    const input = {
      ...getFilter(args['filter']),
      ...Object.fromEntries(paging.map((name) => [name, args[name]])),
    };
    const page = await scope.perform(entity.list, addressed(scope, entity.list, args, input));
    const { items, nextCursor = null, ...more } = page as PageAnswer;
    return { items: items.map((item) => represent(entity, item)), nextCursor, ...more };
  }

  async write(
    scope: ToolScope,
    entity: PlatformEntity,
    verb: 'create' | 'update',
    args: JsonObject,
  ): Promise<JsonObject> {
    refuseForeign(entity, args);
    const { definition, patch, jsonPatch, dryRun, name } = args;
    const replaces = verb === 'update' && definition !== undefined ? entity.replace : undefined;
    const operation = replaces ?? this.#require(entity, verb);
    const fields = definition ?? patch;
    const input: Record<string, unknown> =
      entity.definition === undefined ? { ...(fields as JsonObject) } : { [entity.definition]: fields };
    input['jsonPatch'] = jsonPatch;
    // Operations without a dry run refuse `dryRun` and do nothing.
    if (dryRun === true) input['dryRun'] = dryRun;
    const properties = operation.input.properties;
    const key = [entity.named, 'name'].find((property) => Object.hasOwn(properties, property));
    if (key !== undefined && name !== undefined) input[key] ??= name;
    const value = await scope.perform(operation, addressed(scope, operation, args, input));
    const members = Object.entries((value ?? {}) as JsonObject);
    const preview = members.filter(([member]) => ofPreviews.includes(member));
    const own = members.filter(([member]) => !ofPreviews.includes(member));
    return { ...represent(entity, Object.fromEntries(own)), ...Object.fromEntries(preview) };
  }

  #require(entity: PlatformEntity, verb: PlatformVerb): Operation {
    const operation = entity[verb];
    if (operation) return operation;
    const detail = `Entities of type \`${entity.type}\` do not support \`${verb}\``;
    const hints = [`Types of the platform that do: ${listed(this.typesWith(verb))}.`];
    throw new Problem('entity_type_unknown', detail, { hints });
  }
}

/** Returns the filter of a list, also from conditions as types of a connector take them: `flow=daily-report`. */
function getFilter(filter: Json | undefined): JsonObject {
  if (isObject(filter)) return filter;
  const conditions = [filter].flat().filter((condition) => typeof condition === 'string');
  return Object.fromEntries(conditions.map((condition) => condition.split(/=(.*)/s).slice(0, 2)));
}

/** Refuses arguments for entities of a branch: a guard that is ignored guards nothing. */
function refuseForeign({ type }: PlatformEntity, args: JsonObject): void {
  const foreign = ofBranches.filter((name) => args[name] !== undefined && args[name] !== false);
  if (foreign.length === 0) return;
  const hint =
    'Leave it out. To change only the version that you have read, send a `jsonPatch` that begins with a `test` operation.';
  const detail = `\`${foreign.join('`, `')}\` is for entities of a branch, but a ${type} is one of the platform`;
  const errors = foreign.map((name) => ({ pointer: `/${name}`, message: `is not for a ${type}` }));
  throw new Problem('request_invalid', detail, { errors, hints: [hint] });
}

/** The input with the branch that is meant, where the operation takes one. */
function addressed(
  scope: ToolScope,
  operation: Operation,
  args: JsonObject,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const takesBranch = Object.hasOwn(operation.input.properties, 'branch');
  return takesBranch ? { branch: args['branch'] ?? scope.production, ...input } : input;
}

function represent({ type, named }: PlatformEntity, value: JsonObject): JsonObject {
  const name: Json = value[named] ?? value['id'] ?? value['name'] ?? null;
  return { op: 'platform', type, name, definition: value };
}
