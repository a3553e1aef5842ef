import type { Finding, SearchHit, Snapshot } from '../../controller/catalog/contract.js';
import { snippetOf } from '../../controller/catalog/index.js';
import { problemDetail } from '../../controller/catalog/problem-detail.js';
import { Problem } from '../../controller/problems/index.js';
import type { Json, JsonObject } from '../../schemas/json.js';
import { accessOf } from './access.js';
import {
  type ConnectorAddress,
  connectorFields,
  connectorTarget,
  type EntityQuery,
  isOfConnector,
  listConnectorEntities,
  queryFields,
  readConnectorEntity,
} from './connector-entities.js';
import { listedEntityShape, readEntityShape, represent } from './entity-shape.js';
import { requireEntityType, suggestion } from './entity-types.js';
import { explain } from './explain.js';
import {
  branchField,
  cursorField,
  limitField,
  nameText,
  opField,
  pageOf,
  requirePageSize,
  typeField,
} from './fields.js';
import { wholeEntity } from './kept-entities.js';
import { type Operation, type OperationContext, reads } from './operation.js';
import { pageByName, pageByRank } from './pages.js';

interface TypeAddress extends ConnectorAddress {
  branch: string;
  op: string;
  type: string;
}

type ListInput = TypeAddress & EntityQuery;

const typeFields = { branch: branchField, op: opField, type: typeField };

const listEntities: Operation<ListInput> = {
  name: 'list-entities',
  title: 'List entities',
  description:
    'The entities of one type in a branch, by name; with `q`, those with all its words, the best first. With a connector as `op`: what is behind a connection, such as the rows of a table.',
  hints: reads,
  permission: 'viewer',
  input: {
    properties: {
      ...typeFields,
      q: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description:
          'Words to look for in name, title, tags, description and text; beginnings count, and small mistakes.',
        examples: ['refund polcy'],
      },
      label: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'A label, `name` or `name=value`; for flows one of `document.tags`.',
      },
      ...queryFields,
      ...connectorFields,
      limit: limitField,
      cursor: cursorField,
    },
    required: ['branch', 'op', 'type'],
  },
  target: (input) =>
    input.op === 'platform' ? { branch: input.branch, type: input.type, some: true } : connectorTarget(input),
  output: pageOf(listedEntityShape),
  async run(context, input) {
    const limit = requirePageSize(context.controller.settings, input.limit);
    if (isOfConnector(input)) return { value: await listConnectorEntities(context, { ...input, limit }) };
    requireEntityType(input.op, input.type);
    const snapshot = await freshSnapshot(context, input.branch);
    if (input.q !== undefined)
      return { value: await search(context, snapshot, { ...input, q: input.q, limit }) };
    const names = visible(context, input, labelled(snapshot, namesOf(snapshot, input.type), input));
    const page = pageByName(names, (name) => name, limit, input.cursor);
    const items = page.items.flatMap((name) => represent(snapshot, input.type, name) ?? []);
    return { value: { items, nextCursor: page.nextCursor } };
  },
};

const readEntity: Operation<TypeAddress & { name: string; explain?: boolean }> = {
  name: 'read-entity',
  title: 'Read an entity',
  description: 'The version of an entity that is in service, and what is wrong with the newest one.',
  hints: reads,
  permission: 'viewer',
  input: {
    properties: {
      ...typeFields,
      name: { ...nameText, description: 'The name of the entity.' },
      ...connectorFields,
      explain: {
        type: 'boolean',
        description:
          'Tells with `origin` which file the entity and each of its fields come from, and what that hides.',
        examples: [true],
      },
    },
    required: ['branch', 'op', 'type', 'name'],
  },
  target: (input) =>
    input.op === 'platform'
      ? { branch: input.branch, type: input.type, name: input.name }
      : connectorTarget(input),
  output: readEntityShape,
  async run(context, input) {
    if (isOfConnector(input)) return { value: await readConnectorEntity(context, input) };
    requireEntityType(input.op, input.type);
    const snapshot = await freshSnapshot(context, input.branch);
    const whole = wholeEntity(snapshot, input.type, input.name);
    if (!whole) throw unknownEntity(snapshot, input.type, input.name);
    const file = snapshot.source(input.type, input.name);
    const of = file === undefined ? {} : { file };
    if (!input.explain) return { value: whole, isKept: true, ...of };
    return { value: { ...whole, origin: explain(context, snapshot, input) }, ...of };
  },
};

/** The snapshot of the branch that a `{branch}` segment means, a commit of a moment ago included. */
export async function freshSnapshot({ controller }: OperationContext, segment: string): Promise<Snapshot> {
  return controller.reconciler.fresh(await controller.branches.resolve(segment));
}

/** The problem of a name that is not there, with the nearest one that is. */
export function unknownEntity(snapshot: Snapshot, type: string, name: string): Problem {
  const code =
    type === 'flow'
      ? 'flow_not_found'
      : type === 'environment'
        ? 'environment_not_found'
        : 'entity_not_found';
  const near = suggestion(name, namesOf(snapshot, type));
  return new Problem(
    code,
    `There is no ${type} \`${name}\` on branch \`${snapshot.branch}\``,
    near.length > 0 ? { hints: near } : {},
  );
}

/** The problem of an entity that has nothing in service, with what is wrong. */
export function neverValid(type: string, name: string, findings: readonly Finding[]): Problem {
  return new Problem('entity_invalid', `The ${type} \`${name}\` never had a valid version`, {
    errors: findings.map(problemDetail),
  });
}

/** The names of a type, those of entities that never were valid included, sorted. */
function namesOf(snapshot: Snapshot, type: string): string[] {
  const names = new Set(snapshot.list(type).map((record) => record.name));
  for (const status of snapshot.statuses()) if (status.kind === type) names.add(status.name);
  return [...names].sort();
}

/** A page of what was found, each with how well it fits. */
async function search(context: OperationContext, snapshot: Snapshot, input: ListInput & { q: string }) {
  const hits = await snapshot.search(input.type, input.q);
  const found = labelled(
    snapshot,
    hits.map(({ name }) => name),
    input,
  );
  const names = new Set(visible(context, input, found));
  const ranked = hits.filter(({ name }) => names.has(name));
  const { items, nextCursor } = pageByRank(ranked, input.limit, input.cursor);
  return { items: items.flatMap((hit) => foundEntity(snapshot, input.type, hit)), nextCursor };
}

/** Those that the caller may see. */
function visible(context: OperationContext, { branch, type }: TypeAddress, names: string[]): string[] {
  const access = accessOf(context);
  return access.isEven ? names : names.filter((name) => access.may('viewer', { branch, type, name }));
}

function foundEntity(snapshot: Snapshot, type: string, { name, score, terms }: SearchHit) {
  const entity = represent(snapshot, type, name);
  const record = snapshot.get(type, name);
  const snippet = (record && snippetOf(record, terms)) ?? null;
  return entity ? [{ ...entity, score, match: { terms, snippet } }] : [];
}

function labelled(snapshot: Snapshot, names: string[], { type, label }: ListInput): string[] {
  if (label === undefined) return names;
  return names.filter((name) => isLabelled(snapshot.get(type, name)?.definition ?? {}, label));
}

function isLabelled(definition: JsonObject, label: string): boolean {
  const [name = '', value] = label.split(/=(.*)/s);
  const document = definition['document'];
  const labels = isObject(document) ? document['tags'] : definition['labels'];
  if (!isObject(labels) || !Object.hasOwn(labels, name)) return false;
  return value === undefined || String(labels[name]) === value;
}

function isObject(value: Json | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

export const entityOperations: readonly Operation[] = [listEntities, readEntity];
