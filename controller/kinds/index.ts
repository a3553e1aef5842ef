import type { KindDefinition } from '../catalog/index.js';
import { builtInConnectors, type Connector } from '../connectors/index.js';
import { annotation } from './annotation.js';
import { cachePolicy } from './cache-policy.js';
import { connection } from './connection.js';
import { environment } from './environment.js';
import { flow } from './flow.js';
import { folio } from './folio.js';
import { mapping } from './mapping.js';
import { script } from './script.js';
import { skill } from './skill.js';
import { store } from './store.js';
import { team } from './team.js';
import { template } from './template.js';

/** The entity kinds of an installation that has these connectors. */
export function createKinds(connectors: readonly Connector[]): readonly KindDefinition[] {
  const kinds: KindDefinition[] = [
    flow,
    environment,
    connection(new Map(connectors.map((connector) => [connector.name, connector]))),
    cachePolicy,
    folio,
    skill,
    template,
    script,
    store,
    team(() => names),
    mapping,
    annotation(() => names),
  ];
  const names = kinds.map(({ kind }) => kind);
  return kinds;
}

/** The kinds with the built-in connectors, for checking files; no connector is used. */
export const kinds = createKinds(builtInConnectors({ fetch: globalThis.fetch }));
