import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { didYouMean } from '../../../schemas/nearest.js';
import type { KindDefinition, PointedFinding } from '../../catalog/index.js';
import type { Actions, Connector } from '../../connectors/index.js';
import type { ActionChecks } from './action-checks.js';

type Texts = Readonly<Record<string, string>>;

/**
 * The actions of a connection: those of its connector, and those that its configuration decides. Undefined when the
 * server alone knows these.
 * @param config secrets in it may be references
 */
export function findActions(
  connector: Connector,
  config: JsonObject,
  texts: Texts,
): Actions<JsonObject> | undefined {
  const { actions, described } = connector;
  if (!described) return actions;
  const actionsOfConfig = described.actions(config, texts);
  return actionsOfConfig && { ...actionsOfConfig, ...actions };
}

/** The files that the configuration of a connection names, as the catalog wants them. */
export function describedFiles(connector: Connector | undefined, definition: JsonObject) {
  const files = connector?.described?.files(objectOr(definition['config'])) ?? [];
  return files.map(({ pointer, ...file }) => ({ ...file, pointer: `/config${pointer}` }));
}

/** The check of the texts that connections name for their actions. */
export function describingTexts(
  connectors: ReadonlyMap<string, Connector>,
): NonNullable<KindDefinition['namedTexts']> {
  return {
    reads: ({ connector = null }) => ({ connector }),
    prepare: (text, holds) => {
      const faults = new Map<Json, ReturnType<typeof findFault>>();
      return ({ connector = null }) => {
        if (!faults.has(connector))
          faults.set(connector, findFault(connectors.get(String(connector)), text, holds));
        return faults.get(connector);
      };
    },
  };
}

function findFault(connector: Connector | undefined, text: string, holds: string) {
  const fault = connector?.described?.check(text, holds);
  return fault && { rule: 'description-invalid', ...fault };
}

/** Prepares the check of the calls of a connection whose configuration decides its actions. */
export function describedCalls(
  connector: Connector,
  definition: JsonObject,
  { checks, texts }: { checks: ActionChecks; texts: Texts },
): (name: string, value: Json) => PointedFinding[] {
  const connection = String(definition['name']);
  const actions = findActions(connector, objectOr(definition['config']), texts);
  const names = Object.keys(actions ?? {});
  return (name, args) => {
    if (!actions) return [];
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action) return checks.written({ connection, name, action }, args);
    const [hint = listed(names)] = didYouMean(name, names);
    const message = `connection \`${connection}\` has no \`${name}\``;
    return [{ rule: 'reference-unmet', severity: 'error', pointer: '', message, hint }];
  };
}

/** Most actions that a hint names. */
const maxNamed = 10;

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'Its description has no operations.';
  const shown = names.slice(0, maxNamed).map((name) => `\`${name}\``);
  return `Known: ${shown.join(', ')}${names.length > maxNamed ? ', …' : ''}.`;
}
