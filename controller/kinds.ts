import type { Json, JsonObject } from '../schemas/index.js';
import { type KindDefinition, validateBySchema } from './catalog/index.js';
import { builtInConnectors, type Connector, validateConfig } from './connectors/index.js';
import { compileFlow } from './flows/index.js';
import { nearest } from './problems/index.js';

/** The entity kinds of an installation that has these connectors. To add one: a schema file and an entry here. */
export function createKinds(connectors: readonly Connector[]): readonly KindDefinition[] {
  return [flow, environment, connection(new Map(connectors.map((connector) => [connector.name, connector])))];
}

const flow: KindDefinition = {
  kind: 'flow',
  plural: 'flows',
  validate: validateBySchema('flow'),
  references: [],
  compile: (definition) => {
    const { plan, findings } = compileFlow(definition);
    const actions = plan?.connections ?? [];
    return {
      compiled: plan,
      findings,
      references: [
        ...actions.map((use) => ({
          kind: 'connection',
          name: use.connection,
          needs: use.action,
          pointer: use.pointer,
        })),
        ...(plan?.subflows ?? []).map(({ name, pointer }) => ({
          kind: 'flow',
          name,
          pointer: `${pointer}/name`,
        })),
      ],
    };
  },
};

const environment: KindDefinition = {
  kind: 'environment',
  plural: 'environments',
  validate: validateBySchema('environment'),
  references: [{ pointer: '/connections', kind: 'connection', keys: true }],
  exclusive: [{ pointer: '/default', value: true, message: 'only one environment can be the default' }],
};

function connection(connectors: ReadonlyMap<string, Connector>): KindDefinition {
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

type Findings = ReturnType<NonNullable<KindDefinition['compile']>>['findings'];

function checkConnection(connectors: ReadonlyMap<string, Connector>, definition: JsonObject): Findings {
  const name = String(definition['connector']);
  const connector = connectors.get(name);
  if (!connector) {
    const meant = nearest(name, connectors.keys());
    const known = [...connectors.keys()].map((one) => `\`${one}\``).join(', ');
    const hint = meant === undefined ? `Known connectors: ${known}.` : `Did you mean \`${meant}\`?`;
    const message = `there is no connector \`${name}\``;
    return [{ rule: 'connector-unknown', severity: 'error', pointer: '/connector', message, hint }];
  }
  return validateConfig(connector, objectOr(definition['config'])).map(({ pointer, ...finding }) => ({
    rule: 'config-invalid',
    severity: 'error',
    pointer: `/config${pointer}`,
    ...finding,
  }));
}

function objectOr(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** The kinds with the built-in connectors, for checking files; no connector is used. */
export const kinds = createKinds(builtInConnectors({ fetch: globalThis.fetch }));
