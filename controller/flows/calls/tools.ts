import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import type { FlowUses } from '../plan/flow-plan.js';

const connectionAction = /^([a-z0-9][a-z0-9-]{0,62})\.([A-Za-z_][\w-]*)$/;

/** Returns the parts of `<connection>.<action>`; undefined for a text of another form. */
export function actionNamed(name: string): { connection: string; action: string } | undefined {
  const [, connection, action] = connectionAction.exec(name) ?? [];
  return connection === undefined || action === undefined ? undefined : { connection, action };
}

/**
 * Returns the actions that the arguments of a call name for the action to call itself: each constant `tools[].action`
 * (see `ActionContext.call`). One that only the run knows reaches the connections that the flow names elsewhere.
 */
export function toolsIn({ value, pointer }: { value: JsonObject; pointer: string }): FlowUses['connections'] {
  const tools: Json | undefined = value['tools'];
  return (Array.isArray(tools) ? tools : []).flatMap((tool, index) => {
    const { action: actionText } = objectOr(tool);
    const named = typeof actionText === 'string' ? actionNamed(actionText) : undefined;
    return named ? [{ ...named, pointer: `${pointer}/tools/${index}/action`, args: undefined }] : [];
  });
}
