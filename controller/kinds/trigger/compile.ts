import type { JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { compileEventMatch, compileTimetable, type TriggerPlan } from '../../flows/index.js';
import { type Compilation, type CompileFinding, hasErrors } from '../compile/compilation.js';
import { compileChecked } from './input.js';
import { compileWebhook } from './webhook.js';

/** Compiles a trigger that fits its schema. */
export function compileTrigger(definition: JsonObject): Compilation<TriggerPlan> {
  const findings: CompileFinding[] = [];
  const { flow, environment, enabled, schedule, webhook, event, input } = definition;
  const inputOf = input === undefined ? undefined : compileChecked(input, '/input', findings);
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

function compileEvent(event: JsonObject, findings: CompileFinding[]): TriggerPlan['event'] {
  const { trigger, findings: found } = compileEventMatch(event, '/event');
  findings.push(...found);
  if (event['from'] !== undefined) {
    const message = '`from` is not supported: events of a broker start no run';
    const hint = 'Remove `from`, and send the events to `POST /api/v1/platform/events`.';
    findings.push({ rule: 'not-supported', severity: 'error', pointer: '/event/from', message, hint });
  }
  return trigger;
}
