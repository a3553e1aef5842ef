import type { JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { type KindDefinition, type PointedFinding, validateBySchema } from '../../catalog/index.js';
import { type Connector, validateConfig } from '../../connectors/index.js';
import { nearest } from '../../problems/index.js';

/** Returns the kind for an installation with these connectors. */
export function connection(connectors: ReadonlyMap<string, Connector>): KindDefinition {
  const actions = new Map(
    [...connectors].map(([name, connector]) => [name, new Set(Object.keys(connector.actions))]),
  );
  return {
    kind: 'connection',
    plural: 'connections',
    validate: validateBySchema('connection'),
    references: [],
    offers: (definition) => actions.get(String(definition['connector'])),
    compile: (definition) => ({ findings: checkConnection(connectors, definition) }),
  };
}

function checkConnection(
  connectors: ReadonlyMap<string, Connector>,
  definition: JsonObject,
): PointedFinding[] {
  const name = String(definition['connector']);
  const connector = connectors.get(name);
  if (!connector) {
    const meant = nearest(name, connectors.keys());
    const listed = [...connectors.keys()].map((each) => `\`${each}\``).join(', ');
    const hint = meant === undefined ? `Known connectors: ${listed}.` : `Did you mean \`${meant}\`?`;
    const message = `there is no connector \`${name}\``;
    return [{ rule: 'connector-unknown', severity: 'error', pointer: '/connector', message, hint }];
  }
  return validateConfig(connector, objectOr(definition['config'])).map(({ pointer, ...finding }) => ({
    severity: 'error',
    pointer: `/config${pointer}`,
    ...finding,
  }));
}
