import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { didYouMean } from '../../../../schemas/nearest.js';
import { Problem } from '../../../problems/index.js';
import type { ConnectionContext } from '../../contract/connection-context.js';
import type { ConnectorEntity, EntityChange, EntityQuery, EntitySource } from '../../contract/entities.js';
import type { Engines } from '../actions/databases.js';
import type { EngineConfig } from '../engine/config-schema.js';
import type { Engine, Session, Table } from '../engine/engine.js';
import { ConstraintError } from '../engine/errors.js';
import { Placeholders, quoted } from '../engine/placeholders.js';
import { entityType } from './entity-types.js';
import { filterSql } from './row-filter.js';
import { findKey, rowEtag, rowName, rowReferences } from './row-names.js';
import { RowOrder } from './row-order.js';
import { columnsToWrite, requireVersion, type Verb, writeProblem, writtenKey } from './row-writes.js';

type Context = ConnectionContext<EngineConfig>;

/** The tables of one database, within a transaction. */
interface Scope {
  engine: Engine;
  session: Session;
  tables: ReadonlyMap<string, Table>;
}

export function rowSource(engines: Engines): EntitySource<EngineConfig> {
  async function within<Result>(
    mode: 'read' | 'write',
    { config, signal }: Context,
    work: (scope: Scope) => Promise<Result>,
  ): Promise<Result> {
    const engine = await engines.engine(config);
    return engine.transaction(mode, signal, async (session) =>
      work({ engine, session, tables: await getTables(engine, session, config) }),
    );
  }
  async function writing<Result>(
    context: Context,
    { type, verb }: { type: string; verb: Verb },
    work: (scope: Scope, table: Table) => Promise<Result>,
  ): Promise<Result> {
    return within('write', writable(context), async (scope) => {
      const table = writableTable(scope, type);
      return work(scope, table).catch((error) => {
        throw writeProblem(error, table, verb);
      });
    });
  }

  return {
    types: (context) =>
      within('read', context, async ({ tables }) =>
        [...tables.values()].map((table) => entityType(table, context.config.readOnly === true)),
      ),
    list: (context, type, query) =>
      within('read', context, (scope) => list(scope, tableNamed(scope, type), query)),
    read: (context, type, name) =>
      within('read', context, async (scope) => {
        const table = tableNamed(scope, type);
        return find(scope, table, name).catch((error) => {
          // No row can have a key that its column refuses.
          throw error instanceof ConstraintError ? notFound(table, name) : error;
        });
      }),
    create: (context, type, definition) =>
      writing(context, { type, verb: 'create' }, (scope, table) => insert(scope, table, definition)),
    update: (context, type, name, change) =>
      writing(context, { type, verb: 'update' }, (scope, table) => update(scope, table, name, change)),
    delete: (context, type, name, ifMatch) =>
      writing(context, { type, verb: 'delete' }, (scope, table) => remove(scope, table, name, ifMatch)),
  };
}

async function getTables(
  engine: Engine,
  session: Session,
  config: EngineConfig,
): Promise<ReadonlyMap<string, Table>> {
  const tables = await engine.catalog.get(() => engine.tables(session));
  const names = config.tables && new Set(config.tables);
  return new Map(tables.filter(({ name }) => names?.has(name) ?? true).map((table) => [table.name, table]));
}

/** @throws Problem entity_type_unknown */
function tableNamed({ tables }: Scope, type: string): Table {
  const table = tables.get(type);
  if (table) return table;
  const names = [...tables.keys()].slice(0, 20).map((name) => `\`${name}\``);
  const [hint = `There are: ${names.join(', ') || 'none'}.`] = didYouMean(type, tables.keys());
  const detail = `The database has no table or view \`${type}\` for this connection`;
  throw new Problem('entity_type_unknown', detail, { hints: [hint] });
}

function writableTable(scope: Scope, type: string): Table {
  const table = tableNamed(scope, type);
  if (!table.isView && table.key.length > 0) return table;
  const why = table.isView ? 'is a view' : 'has no primary key';
  throw new Problem('entity_read_only', `\`${type}\` ${why}: its rows can be listed, but not written`);
}

function writable(context: Context): Context {
  if (!context.config.readOnly) return context;
  throw new Problem('entity_read_only', `The connection \`${context.connection}\` is \`readOnly\``);
}

async function list(scope: Scope, table: Table, query: EntityQuery) {
  const { engine } = scope;
  const places = new Placeholders(engine.dialect);
  const conditions = query.filter.map((text) => filterSql(engine, table, text, places));
  const order = new RowOrder(table, query);
  const { condition, offset } = order.after(query.cursor, engine, places);
  if (condition !== undefined) conditions.push(condition);
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const limit = ` limit ${query.limit + 1}${offset > 0 ? ` offset ${offset}` : ''}`;
  const result = await run(
    scope,
    `${select(scope, table)}${where}${order.sql(engine.dialect)}${limit}`,
    places,
  );
  const rows = result.map((row) => toRow(table, row));
  const items = rows.slice(0, query.limit).map((row) => getEntity(scope, table, row));
  const last = items.at(-1);
  const hasMore = rows.length > query.limit && last !== undefined;
  return { items, nextCursor: hasMore ? order.cursor(last.definition, offset + query.limit) : null };
}

async function insert(scope: Scope, table: Table, definition: JsonObject): Promise<ConnectorEntity> {
  const { engine } = scope;
  const { dialect } = engine;
  const columns = columnsToWrite(table, { definition, mode: 'replace' }, undefined);
  const places = new Placeholders(engine.dialect);
  const values = columns.map(({ column, value }) => places.add(engine.toSql(value, column)));
  const names = columns.map(({ column }) => quoted(dialect, column.name)).join(', ');
  const what = columns.length === 0 ? dialect.defaultRow : `(${names}) values (${values.join(', ')})`;
  const into = `insert into ${place(scope, table)} ${what}`;
  if (dialect.hasReturning) {
    const key = table.key.map((name) => quoted(dialect, name)).join(', ');
    const [created = []] = await run(scope, `${into} returning ${key}`, places);
    return find(scope, table, rowName(created));
  }
  const key = writtenKey(table, columns);
  await run(scope, into, places);
  const [[counted = null] = []] = key.includes(undefined)
    ? await run(scope, 'select last_insert_id()', new Placeholders(dialect))
    : [];
  return find(scope, table, rowName(key.map((value) => (value === undefined ? counted : value))));
}

async function update(
  scope: Scope,
  table: Table,
  name: string,
  change: EntityChange,
): Promise<ConnectorEntity> {
  const before = await find(scope, table, name, scope.engine.dialect.lockClause);
  requireVersion(table, before, change.ifMatch);
  const columns = columnsToWrite(table, change, before.definition);
  if (columns.length === 0) return before;
  const places = new Placeholders(scope.engine.dialect);
  const sets = columns.map(
    ({ column, value }) =>
      `${quoted(scope.engine.dialect, column.name)} = ${places.add(scope.engine.toSql(value, column))}`,
  );
  const where = whereKey(scope, table, name, places);
  await run(scope, `update ${place(scope, table)} set ${sets.join(', ')} where ${where}`, places);
  return find(scope, table, name);
}

async function remove(
  scope: Scope,
  table: Table,
  name: string,
  ifMatch: readonly string[] | undefined,
): Promise<void> {
  requireVersion(table, await find(scope, table, name, scope.engine.dialect.lockClause), ifMatch);
  const places = new Placeholders(scope.engine.dialect);
  const where = whereKey(scope, table, name, places);
  await run(scope, `delete from ${place(scope, table)} where ${where}`, places);
}

/** @throws Problem entity_not_found */
async function find(scope: Scope, table: Table, name: string, lock = ''): Promise<ConnectorEntity> {
  const places = new Placeholders(scope.engine.dialect);
  const where = whereKey(scope, table, name, places);
  const [row] = await run(scope, `${select(scope, table)} where ${where}${lock}`, places);
  if (!row) throw notFound(table, name);
  return getEntity(scope, table, toRow(table, row));
}

function whereKey({ engine }: Scope, table: Table, name: string, places: Placeholders): string {
  const values = findKey(table, name);
  if (values === undefined) throw notFound(table, name);
  const parts = table.key.map((part, index) => {
    const column = table.columns.find((column) => column.name === part);
    const text = values[index] ?? '';
    const value = column?.type === 'boolean' ? text === 'true' : text;
    return `${quoted(engine.dialect, part)} = ${places.add(engine.toSql(value, column))}`;
  });
  return parts.join(' and ');
}

function notFound({ name: table, key }: Table, name: string): Problem {
  const detail = `\`${table}\` has no row \`${name.slice(0, 200)}\``;
  const hint =
    key.length === 0
      ? `\`${table}\` has no primary key: its rows can be listed, but not read one by one.`
      : `A name is the value of ${key.map((one) => `\`${one}\``).join(', ')}${key.length > 1 ? ', with commas between' : ''}.`;
  return new Problem('entity_not_found', detail, { hints: [hint] });
}

function select(scope: Scope, table: Table): string {
  return `select ${table.columns.map(({ name }) => quoted(scope.engine.dialect, name)).join(', ')} from ${place(scope, table)}`;
}

function place({ engine: { dialect, schema } }: Scope, { name }: Table): string {
  return `${quoted(dialect, schema)}.${quoted(dialect, name)}`;
}

async function run({ session }: Scope, sql: string, { values }: Placeholders) {
  const { rows } = await session.run(sql, values, { maxRows: 10_000, foreign: false });
  return rows;
}

function toRow({ columns }: Table, values: readonly Json[]): JsonObject {
  return Object.fromEntries(columns.map(({ name }, index) => [name, values[index] ?? null]));
}

function getEntity({ tables }: Scope, table: Table, row: JsonObject): ConnectorEntity {
  const name = table.key.length === 0 ? null : rowName(table.key.map((part) => row[part] ?? null));
  return { name, etag: rowEtag(row), definition: row, references: rowReferences(table, row, tables) };
}
