import type { Json, JsonSchema } from '../../../../schemas/json/types.js';
import { nearest } from '../../../../schemas/nearest.js';
import type { ActionContext, ActionDescription, Actions, OtherAction } from '../../../connectors/index.js';
import { ConnectorError } from '../../../connectors/index.js';
import type { ConnectionCall, EffectContext } from '../../../flows/index.js';
import type { CompileFinding } from '../../../kinds/compile/compilation.js';
import { compileSchema } from '../../../kinds/compile/embedded-schema.js';

/** The context of a call. */
export interface CallContext extends EffectContext {
  /** True for a call that an action makes: that one can make none itself. */
  readonly isNested?: true;
}

/** The means of an action besides its own connection. */
type NestedCalls = Pick<ActionContext<never>, 'call' | 'describeAction' | 'schemaFaults'>;

/** The way of a call of the same user. */
interface Caller {
  invoke(call: ConnectionCall, context: CallContext): Promise<Json>;
  /** @throws FlowError for a connection that the user's documents do not have; ConnectorError as its server */
  actions(connection: string): Promise<Actions>;
}

/** Returns what an action gets to call other actions with; calls of a step have its key, with their numbers. */
export function nestedCalls(caller: Caller, context: CallContext): NestedCalls {
  const { isNested, idempotencyKey } = context;
  const schemaFaults = (schema: JsonSchema, value: Json) => getCheck(schema).findingsInSlices(value);
  if (isNested) return { schemaFaults };
  let count = 0;
  return {
    schemaFaults,
    call: ({ connection, action, input }) => {
      const key = `${idempotencyKey}:${++count}`;
      // Named one by one: a spread leaves out the accessors of a class.
      const { files, trace, log } = context;
      const nested = { files, trace, log, idempotencyKey: key, isNested: true } as const;
      return caller.invoke({ connection, action, input }, nested);
    },
    describeAction: async (action) => describe(await caller.actions(action.connection), action),
  };
}

function describe(actions: Actions, { connection, action: name }: OtherAction): ActionDescription {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action) return action;
  const near = nearest(name, Object.keys(actions));
  const detail = `The connection \`${connection}\` has no action \`${name}\`${near ? `; did you mean \`${near}\`?` : ''}`;
  throw new ConnectorError('configuration', 400, 'Connection not usable', detail);
}

/** Compiled schemas of flows; a step checks several values under one. */
const checks = new WeakMap<object, NonNullable<ReturnType<typeof compileSchema>>>();

/** @throws ConnectorError */
function getCheck(schema: JsonSchema): NonNullable<ReturnType<typeof compileSchema>> {
  const compiledCheck = typeof schema === 'object' ? checks.get(schema) : undefined;
  if (compiledCheck) return compiledCheck;
  const findings: CompileFinding[] = [];
  const check = compileSchema(schema, '', findings);
  if (!check) {
    const [first] = findings;
    const place = first?.pointer ? ` at \`${first.pointer}\`` : '';
    const detail = `The schema cannot be used${place}: ${first?.message ?? 'it is no JSON Schema'}`;
    throw new ConnectorError('configuration', 400, 'Schema not valid', detail);
  }
  if (typeof schema === 'object') checks.set(schema, check);
  return check;
}
