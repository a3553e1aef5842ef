import type { JsonObject } from '../../../schemas/json/types.js';
import type { ConnectionContext } from './connection-context.js';

/** A type of entities of a connection; other connections of the same connector may have other types. */
export interface EntityType {
  name: string;
  title: string;
  description: string;
  /** JSON Schema (draft 2020-12) of a definition; `readOnly` fields are not written. */
  schema: JsonObject;
  /** The fields that form an entity's name; without them entities can be listed, but not read one by one. */
  key: readonly string[];
  capabilities: { read: boolean; create: boolean; update: boolean; delete: boolean };
}

/** One entity of the server in its current state. */
export interface ConnectorEntity {
  /** Stable for the life of the entity; null when its type has no key. */
  name: string | null;
  /** Changes whenever the definition does. */
  etag: string;
  definition: JsonObject;
  /** Other entities of the connection that it points to. */
  references: readonly { type: string; name: string; pointer: string }[];
}

export interface EntityQuery {
  /** Conditions such as `price>=10`; all must hold. */
  filter: readonly string[];
  /** Fields, with a `-` for descending order; entities that are equal in them are ordered by name. */
  order: readonly string[];
  limit: number;
  /** The `nextCursor` of the page before; valid only with the same filter and order. */
  cursor?: string;
}

interface EntityPage {
  items: ConnectorEntity[];
  nextCursor: string | null;
}

export interface EntityChange {
  definition: JsonObject;
  /** `merge`: only the given fields change (RFC 7396); `replace`: missing fields become null. */
  mode: 'merge' | 'replace';
  /** The change is made only to one of these versions. */
  ifMatch?: readonly string[];
}

/**
 * The entities of a connection.
 * @throws ConnectorError for a refusal, an error or a missing answer of the server
 * @throws Problem entity_type_unknown, request_invalid for filters, orders and cursors that do not fit the type
 */
export interface EntitySource<Config> {
  types(context: ConnectionContext<Config>): Promise<readonly EntityType[]>;
  list(context: ConnectionContext<Config>, type: string, query: EntityQuery): Promise<EntityPage>;
  /** @throws Problem entity_not_found */
  read(context: ConnectionContext<Config>, type: string, name: string): Promise<ConnectorEntity>;
  /** @throws Problem entity_invalid, name_taken, entity_read_only */
  create(context: ConnectionContext<Config>, type: string, definition: JsonObject): Promise<ConnectorEntity>;
  /** @throws Problem entity_not_found, entity_invalid, version_conflict, entity_read_only */
  update(
    context: ConnectionContext<Config>,
    type: string,
    name: string,
    change: EntityChange,
  ): Promise<ConnectorEntity>;
  /** @throws Problem entity_not_found, version_conflict, entity_in_use, entity_read_only */
  delete(
    context: ConnectionContext<Config>,
    type: string,
    name: string,
    ifMatch?: readonly string[],
  ): Promise<void>;
}
