import {
  findSnippet,
  listNames,
  type SearchHit,
  type Snapshot,
  unknownEntity,
} from '../../../controller/catalog/index.js';
import { visibleTo } from '../shared/authorization.js';
import { requireEntityType } from '../shared/entity-types.js';
import {
  branchField,
  namedField,
  opField,
  pageFields,
  requirePageSize,
  textField,
  typeField,
} from '../shared/fields.js';
import { isLabelled } from '../shared/labels.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import { pageByName, pageByRank } from '../shared/pages.js';
import { getPage } from '../shared/schemas.js';
import {
  type ConnectorAddress,
  connectorTarget,
  type EntityQuery,
  isOfConnector,
  listConnectorEntities,
  readConnectorEntity,
} from './connector-entities.js';
import { explain } from './explain.js';
import { listedEntityShape, readEntityShape } from './schemas.js';
import { answerEntity, freshSnapshot, represent, wholeEntity } from './snapshots.js';
import { connectorFields, queryFields } from './write-schemas.js';

interface TypeAddress extends ConnectorAddress {
  op: string;
  type: string;
}

type ListInput = TypeAddress & EntityQuery;

const typeFields = { branch: branchField, op: opField, type: typeField };

export const listEntities: Operation<ListInput> = {
  name: 'list-entities',
  title: 'List entities',
  description:
    'The entities of one type in a branch, by name; with `q`, those that match its words, best match first. With a connector as `op`: the entities behind a connection, such as the rows of a table.',
  hints: reads,
  atMembers: 'read',
  permission: 'viewer',
  input: {
    properties: {
      ...typeFields,
      q: textField(
        'Words to search in name, title, tags, description and text, and common synonyms of them. Other forms, beginnings and small typos match too; more of the words rank higher.',
        200,
        'refund polcy',
      ),
      label: textField('A label, `name` or `name=value`; for flows one of `document.tags`.', 200),
      ...queryFields,
      ...connectorFields,
      ...pageFields,
    },
    required: ['branch', 'op', 'type'],
  },
  target: (input) =>
    input.op === 'platform' ? { branch: input.branch, type: input.type, some: true } : connectorTarget(input),
  output: getPage(listedEntityShape),
  async run(context, input) {
    const limit = requirePageSize(context.controller.config.current(), input.limit);
    if (isOfConnector(input)) return { value: await listConnectorEntities(context, { ...input, limit }) };
    requireEntityType(input.op, input.type);
    const snapshot = await freshSnapshot(context, input.branch);
    if (input.q !== undefined)
      return { value: await search(context, snapshot, { ...input, q: input.q, limit }) };
    const names = visible(context, input, labelled(snapshot, listNames(snapshot, input.type), input));
    const page = pageByName(names, (name) => name, limit, input.cursor);
    const items = page.items.flatMap((name) => {
      const entity = represent(context.controller, snapshot, input.type, name);
      return entity ? [answerEntity(context, entity)] : [];
    });
    return { value: { items, nextCursor: page.nextCursor } };
  },
};

export const readEntity: Operation<TypeAddress & { name: string; explain?: boolean }> = {
  name: 'read-entity',
  title: 'Read an entity',
  description: 'The version of an entity in service, and the faults of the newest version.',
  hints: reads,
  atMembers: 'read',
  permission: 'viewer',
  input: {
    properties: {
      ...typeFields,
      name: namedField('The name of the entity.'),
      ...connectorFields,
      explain: {
        type: 'boolean',
        description:
          'Adds `origin`: the files that the entity and each of its fields come from, and the files that these hide.',
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
    const whole = wholeEntity(context.controller, snapshot, input.type, input.name);
    if (!whole) throw unknownEntity(snapshot, input.type, input.name);
    const file = snapshot.source(input.type, input.name);
    const of = file === undefined ? {} : { file };
    const value = answerEntity(context, whole);
    if (!input.explain) return { value, isKept: value === whole, ...of };
    return { value: { ...value, origin: explain(context, snapshot, input) }, ...of };
  },
};

/** One page of the entities that match `q`, each with its score. */
async function search(context: OperationContext, snapshot: Snapshot, input: ListInput & { q: string }) {
  const hits = await snapshot.search(input.type, input.q);
  const names = hits.map(({ name }) => name);
  const seen = new Set(visible(context, input, labelled(snapshot, names, input)));
  const ranked = hits.filter(({ name }) => seen.has(name));
  const { items, nextCursor } = pageByRank(ranked, input.limit, input.cursor);
  return { items: items.flatMap((hit) => foundEntity(context, snapshot, input.type, hit)), nextCursor };
}

function visible(context: OperationContext, { branch, type }: TypeAddress, names: readonly string[]) {
  return visibleTo(context, names, (name) => ({ branch, type, name }));
}

function foundEntity(
  context: OperationContext,
  snapshot: Snapshot,
  type: string,
  { name, score, terms }: SearchHit,
) {
  const entity = represent(context.controller, snapshot, type, name);
  const record = snapshot.get(type, name);
  const snippet = (record && findSnippet(record, terms)) ?? null;
  return entity ? [{ ...answerEntity(context, entity), score, match: { terms, snippet } }] : [];
}

function labelled(snapshot: Snapshot, names: string[], { type, label }: ListInput): string[] {
  if (label === undefined) return names;
  return names.filter((name) => isLabelled(snapshot.get(type, name)?.definition ?? {}, label));
}
