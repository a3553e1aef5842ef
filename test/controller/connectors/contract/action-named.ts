import type { Action, ConnectionContext, Connector } from '../../../../controller/connectors/index.js';
import type { JsonObject } from '../../../../schemas/json/types.js';

/**
 * Finds an action as a run does: one that the connector has, one that a file of the repository describes, or one that the
 * server describes.
 * @param texts of the files that the configuration names, by what they hold
 */
export async function actionNamed(
  connector: Connector,
  name: string,
  context: ConnectionContext<JsonObject>,
  texts: Readonly<Record<string, string>> = {},
): Promise<Action> {
  const { actions, described } = connector;
  const found =
    actions[name] ??
    described?.actions(context.config, texts)?.[name] ??
    (await described?.discover?.(context))?.[name];
  if (!found) throw new Error(`no action ${name}`);
  return found as Action;
}
