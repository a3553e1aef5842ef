import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { compileEventMatch, compileTimetable, type Timetable, type WebhookPlan } from '../../flows/index.js';
import { type Compilation, type CompileFinding, hasErrors } from '../compile/compilation.js';
import { compileInput } from './input.js';
import { compileWebhook } from './webhook.js';

/** A trigger, for the room that fires it. */
export interface CompiledTrigger {
  readonly flow: string;
  readonly environment: string | undefined;
  readonly enabled: boolean;
  readonly timetable: Timetable | undefined;
  readonly webhook: WebhookPlan | undefined;
  /** Starts the flow with an event that the trigger names. */
  readonly event: EventStart | undefined;
  /** Returns the parameters that `input` makes of an occurrence; undefined without `input`. @throws TransformError */
  readonly inputOf: ((occurrence: JsonObject) => Json) | undefined;
}

interface EventStart {
  /** True for an event (CloudEvents 1.0, as JSON) that starts the flow. */
  fits(event: JsonObject): boolean;
  readonly read: 'data' | 'envelope';
}

/** Compiles a trigger that fits its schema. */
export function compileTrigger(definition: JsonObject): Compilation<CompiledTrigger> {
  const findings: CompileFinding[] = [];
  const { flow, environment, enabled, schedule, webhook, event, input } = definition;
  const inputOf = input === undefined ? undefined : compileInput(input, '/input', findings);
  const report = (fault: Omit<CompileFinding, 'severity'>) => findings.push({ severity: 'error', ...fault });
  const timetable = compileTimetable(objectOr(schedule), '/schedule', report);
  const start = event === undefined ? undefined : compileEvent(objectOr(event), findings);
  const hook = webhook === undefined ? undefined : compileWebhook(objectOr(webhook), findings);
  if (hasErrors(findings)) return { compiled: undefined, findings };
  const compiled = {
    flow: String(flow),
    environment: typeof environment === 'string' ? environment : undefined,
    enabled: enabled !== false,
    ...{ timetable, webhook: hook, event: start, inputOf },
  };
  return { compiled, findings };
}

function compileEvent(event: JsonObject, findings: CompileFinding[]): EventStart {
  const { fits, findings: found } = compileEventMatch(objectOr(event['with']), '/event/with');
  findings.push(...found);
  if (event['from'] !== undefined) {
    const message = '`from` is not supported: events of a broker start no run';
    const hint = 'Remove `from`, and send the events to `POST /api/v1/platform/events`.';
    findings.push({ rule: 'not-supported', severity: 'error', pointer: '/event/from', message, hint });
  }
  return { fits, read: event['read'] === 'envelope' ? 'envelope' : 'data' };
}
