import type { GraphQLSchema } from 'graphql';
import type { EntityType } from '../../../controller/connectors/contract/entities.js';
import { Problem } from '../../../controller/problems/index.js';
import { readEntity } from '../../operations/entities/operations.js';
import { listEntityTypes } from '../../operations/entities/types.js';
import { requireRole } from '../../operations/shared/authorization.js';
import type { CallScope } from '../types/call-scope.js';
import type { RowParts } from './row-fields.js';

/** The connections that the address of a request names: `/graphql?rows=warehouse&branch=main&env=production`. */
interface RowRequest {
  connections: readonly string[];
  branch: string;
  env: string | undefined;
}

interface CachedSchema {
  schema: Promise<GraphQLSchema>;
  until: number;
}

const maxConnections = 5;
const maxSchemas = 10;
/** A changed table is seen after this time. */
const keptMs = 60_000;

/**
 * Schemas with the row types of connections. Types are read from the servers, with the rights of the caller: a request
 * names the connections in its address, and all others have the schema without rows.
 */
export class RowSchemas {
  readonly #kept = new Map<string, CachedSchema>();

  constructor(private readonly create: (rows: RowParts) => GraphQLSchema) {}

  /**
   * Returns the schema for a request; undefined for one that names no connection.
   * @throws Problem request_invalid, forbidden, and those of reading a connection and its types
   */
  async find(url: string, scope: CallScope): Promise<GraphQLSchema | undefined> {
    const requestScope = askedIn(url, scope.production);
    if (!requestScope) return undefined;
    const { env } = requestScope;
    const connections = await Promise.all(
      requestScope.connections.map((name) => readConnection(scope, requestScope, name)),
    );
    const branch = connections[0]?.branch ?? requestScope.branch;
    for (const { name } of connections) {
      const target = { branch, type: 'connection', name };
      requireRole(scope.context(), 'operator', target, 'Reading entities behind it');
    }
    const key = JSON.stringify([branch, env, connections.map(({ name, etag }) => [name, etag])]);
    const cachedSchema = this.#kept.get(key);
    if (cachedSchema && cachedSchema.until > Date.now()) return cachedSchema.schema;
    const schema = this.#build(scope, { branch, ...(env === undefined ? {} : { env }) }, connections);
    this.#keep(key, schema);
    return schema;
  }

  async #build(
    scope: CallScope,
    place: Omit<RowParts, 'sources'>,
    connections: readonly Connection[],
  ): Promise<GraphQLSchema> {
    const sources = await Promise.all(
      connections.map(async ({ name: connection, definition }) => {
        const op = definition.connector;
        const answer = await scope.read(listEntityTypes, { ...place, op, connection });
        return { connection, op, types: (answer as { items: EntityType[] }).items };
      }),
    );
    return this.create({ ...place, sources });
  }

  #keep(key: string, schema: Promise<GraphQLSchema>): void {
    this.#kept.delete(key);
    this.#kept.set(key, { schema, until: Date.now() + keptMs });
    // A server that could not be asked is asked again by the next request.
    schema.catch(() => this.#kept.delete(key));
    if (this.#kept.size > maxSchemas) this.#kept.delete(this.#kept.keys().next().value ?? '');
  }
}

interface Connection {
  name: string;
  branch: string;
  etag: string;
  definition: { connector: string };
}

async function readConnection(scope: CallScope, { branch }: RowRequest, name: string): Promise<Connection> {
  const entity = await scope.read(readEntity, { branch, op: 'platform', type: 'connection', name });
  const connection = entity as Omit<Connection, 'definition'> & {
    definition: Connection['definition'] | null;
  };
  if (connection.definition) return connection as Connection;
  throw new Problem('entity_invalid', `No version of the connection \`${name}\` was ever valid`);
}

function askedIn(url: string, production: string): RowRequest | undefined {
  const [, search = ''] = url.split('?');
  const parameters = new URLSearchParams(search);
  const rows = parameters.get('rows');
  if (rows === null) return undefined;
  const connections = [...new Set(rows.split(',').map((name) => name.trim()))].sort();
  if (connections.length > maxConnections || connections.some((name) => name === '' || name.length > 63)) {
    throw new Problem('request_invalid', '`rows` is a list of names of connections, separated by commas', {
      errors: [{ pointer: '/rows', message: `must name 1 to ${maxConnections} connections` }],
    });
  }
  const env = parameters.get('env') ?? undefined;
  return { connections, branch: parameters.get('branch') ?? production, env };
}
