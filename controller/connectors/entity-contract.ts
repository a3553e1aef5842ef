import type { JsonObject } from '../../schemas/json.js';
import type { ConnectionContext } from './connection-context.js';

/** A type of entities that a connection has; another connection of the same connector may have others. */
export interface EntityType {
  name: string;
  title: string;
  description: string;
  /** JSON Schema (draft 2020-12) of a definition as it is read; `readOnly` fields are not written. */
  schema: JsonObject;
  /** The fields an entity's name is made of; without them entities are listed, but not read one by one. */
  key: readonly string[];
  capabilities: { read: boolean; create: boolean; update: boolean; delete: boolean };
}

/** One entity of the other side, as it is there now. */
export interface ConnectorEntity {
  /** Stable while the entity is the same one; null where its type has no key. */
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
  /** Fields, a `-` before those that go downwards; the name settles what is equal. */
  order: readonly string[];
  limit: number;
  /** The `nextCursor` of the page before; only good with the same filter and order. */
  cursor?: string;
}

export interface EntityPage {
  items: ConnectorEntity[];
  nextCursor: string | null;
}

export interface EntityChange {
  definition: JsonObject;
  /** `merge`: only the fields given change (RFC 7396); `replace`: those left out become null. */
  mode: 'merge' | 'replace';
  /** The change is made only to one of these versions. */
  ifMatch?: readonly string[];
}

/**
 * The entities behind a connection. Whoever fails because of the other side throws a `ConnectorError`.
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
