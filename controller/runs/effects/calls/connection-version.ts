import type { JsonObject } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import { completeDefinition, type Snapshot } from '../../../catalog/index.js';
import { type Connector, completeConfig, configDefaults } from '../../../connectors/index.js';
import type { ConnectionVersion } from '../../../security/policy/secret-policy.js';
import { overriddenConnection } from '../../journal/run-documents.js';

/** A connection with the changes of an environment, and the texts of the files that it names. */
interface Described {
  readonly definition: JsonObject;
  readonly texts: Readonly<Record<string, string>>;
}

/** Returns a connection as the policy of secrets compares it. @param connector undefined when it is not installed */
export function connectionVersion(
  name: string,
  { definition, texts }: Described,
  connector: Connector | undefined,
): ConnectionVersion {
  const documentConfig = objectOr(definition['config']);
  const config = connector ? completeConfig(connector, documentConfig, texts) : documentConfig;
  return {
    name,
    connector: String(definition['connector']),
    config,
    texts,
    // Only uses on other branches than production need them.
    get destinations() {
      return connector?.destinations?.(configDefaults(connector, config), texts);
    },
  };
}

/** Returns a connection of a snapshot in an environment of it; undefined when the snapshot has none. */
export function connectionVersionIn(
  snapshot: Snapshot,
  { connection, environment }: { connection: string; environment: string | null },
  connectors: readonly Connector[],
): ConnectionVersion | undefined {
  const record = snapshot.get('connection', connection);
  if (!record) return undefined;
  const changes = environment === null ? undefined : snapshot.get('environment', environment)?.definition;
  const definition = overriddenConnection(completeDefinition(record), connection, changes);
  const texts = Object.fromEntries([...record.attachments].map(([holds, { text }]) => [holds, text]));
  const connector = connectors.find((each) => each.name === definition['connector']);
  return connectionVersion(connection, { definition, texts }, connector);
}
