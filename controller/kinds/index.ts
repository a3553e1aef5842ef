import type { KindDefinition } from '../catalog/index.js';
import { builtInConnectors, type Connector } from '../connectors/index.js';
import { annotation } from './annotation/kind.js';
import { cachePolicy } from './cache-policy/kind.js';
import { ActionChecks } from './connection/action-checks.js';
import { connection } from './connection/kind.js';
import { environment } from './environment/kind.js';
import { flow } from './flow/kind.js';
import { flowTest } from './flow-test/kind.js';
import { folio } from './folio/kind.js';
import { mapping } from './mapping/kind.js';
import { script } from './script/kind.js';
import { skill } from './skill/kind.js';
import { store } from './store/kind.js';
import { team } from './team/kind.js';
import { template } from './template/kind.js';
import { trigger } from './trigger/kind.js';

export { editorSchemas, everyFile, type OwnConnection } from './connection/editor-schemas.js';
export { connectionSchema, connectorSchema, flowSchema } from './connection/published-schemas.js';

/** Returns the entity kinds of an installation with these connectors. */
export function createKinds(connectors: readonly Connector[]): readonly KindDefinition[] {
  const byName = new Map(connectors.map((connector) => [connector.name, connector]));
  const checks = new ActionChecks();
  const kinds: KindDefinition[] = [
    flow((action, args) => checks.fitsAll(connectors, action, args)),
    environment,
    connection(byName, checks),
    cachePolicy,
    folio,
    skill,
    template,
    script,
    store,
    team(() => names),
    mapping,
    annotation(() => names),
    trigger,
    flowTest,
  ];
  const names = kinds.map(({ kind }) => kind);
  return kinds;
}

/** The kinds with the built-in connectors, for validating files. No connector is called. */
export const kinds = createKinds(builtInConnectors());
