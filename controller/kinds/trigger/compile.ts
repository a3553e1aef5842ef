import type { JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { compileEventMatch, compileTimetable, type TriggerPlan } from '../../flows/index.js';
import { type Compilation, type CompileFinding, hasErrors } from '../compile/compilation.js';
import { compileChecked, eventMembers } from './input.js';
import { compilePoll } from './poll.js';
import { compileWebhook } from './webhook.js';

/** Compiles a trigger that fits its schema. */
export function compileTrigger(definition: JsonObject): Compilation<TriggerPlan> {
  const findings: CompileFinding[] = [];
  const { flow, environment, enabled, schedule, webhook, event, input } = definition;
  const members = schedule ? eventMembers.schedule : webhook ? eventMembers.webhook : eventMembers.event;
  const toInput = input === undefined ? undefined : compileChecked(input, '/input', findings, members);
  const report = (fault: Omit<CompileFinding, 'severity'>) => findings.push({ severity: 'error', ...fault });
  const timetable = compileTimetable(objectOr(schedule), '/schedule', report);
  const start = event === undefined ? undefined : compileEvent(objectOr(event), findings);
  const hook = webhook === undefined ? undefined : compileWebhook(objectOr(webhook), findings);
  const source = getSource(
    objectOr(event),
    typeof environment === 'string' ? environment : undefined,
    findings,
  );
  if (hasErrors(findings)) return { compiled: undefined, findings };
  const compiled = {
    flow: String(flow),
    environment: typeof environment === 'string' ? environment : undefined,
    enabled: enabled !== false,
    timetable,
    webhook: hook,
    event: start,
    toInput,
    ...source,
  };
  return { compiled, findings };
}

function compileEvent(event: JsonObject, findings: CompileFinding[]): TriggerPlan['event'] {
  const { trigger, findings: eventFindings } = compileEventMatch(event, '/event');
  findings.push(...eventFindings);
  return trigger;
}

/** The connection that the messages or items come from, and how a repeated one is known. */
function getSource(
  { from, dedupe, poll }: JsonObject,
  environment: string | undefined,
  findings: CompileFinding[],
): Pick<TriggerPlan, 'from' | 'getEventKey' | 'poll'> {
  if (typeof from === 'string' && poll !== undefined) {
    if (dedupe !== undefined) findings.push(needlessDedupe);
    return { from, poll: compilePoll({ from, environment }, objectOr(poll), findings) };
  }
  if (typeof dedupe === 'string' && !dedupe.includes('${')) {
    const message = 'every message has this id, so that only the first one would start the flow';
    const hint = 'Write an expression over the event, such as `${ .data.orderId }`.';
    findings.push({ rule: 'field-invalid', severity: 'error', pointer: '/event/dedupe', message, hint });
  }
  const getEventKey = dedupe === undefined ? undefined : compileChecked(dedupe, '/event/dedupe', findings);
  return { ...(typeof from === 'string' ? { from } : {}), ...(getEventKey ? { getEventKey } : {}) };
}

const needlessDedupe: CompileFinding = {
  rule: 'field-invalid',
  severity: 'error',
  pointer: '/event/dedupe',
  message: '`poll.key` tells whether an item was seen before; `dedupe` is for messages',
  hint: 'Remove `dedupe`, and write what it names as `poll.key`.',
};
