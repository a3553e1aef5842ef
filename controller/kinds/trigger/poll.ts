import { hash } from 'node:crypto';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { canonical, isObject } from '../../../schemas/json/values.js';
import type { PollPlan } from '../../flows/index.js';
import type { CompileFinding } from '../compile/compilation.js';
import { durationField } from '../compile/fields.js';
import { compileChecked } from './input.js';

/** An application that is asked more often would take it for an attack. */
const minEveryMs = 5_000;
const maxEveryMs = 31 * 24 * 3_600_000;
const members = ['since', 'start', 'time'];

/** Compiles `event.poll` of a trigger that fits its schema. */
export function compilePoll(
  { from, environment }: { from: string; environment: string | undefined },
  poll: JsonObject,
  findings: CompileFinding[],
): PollPlan {
  const { action, key = null, since, items, next, start } = poll;
  const args = isObject(poll['arguments'] ?? null) ? (poll['arguments'] as JsonObject) : {};
  const everyMs = durationField(poll['every'], '/event/poll/every', findings) ?? minEveryMs;
  if (everyMs < minEveryMs || everyMs > maxEveryMs) findings.push(wrongPause);
  for (const [name, value] of Object.entries({ key, since, items, next }))
    if (typeof value === 'string' && !value.includes('${')) findings.push(constant(name));
  const compiled = (value: Json, name: string) => {
    const run = compileChecked(value, `/event/poll/${name}`, findings);
    return (over: Json) => run(over as JsonObject);
  };
  const toArguments = compileChecked(args, '/event/poll/arguments', findings, members);
  return {
    action: String(action),
    everyMs,
    start: start === 'beginning' ? 'beginning' : 'now',
    digest: hash('sha256', canonical([from, environment ?? null, action ?? null, key, since ?? null])),
    getArguments: async (progress) => (await toArguments(progress)) as JsonObject,
    getItems: items === undefined ? async (output) => output : compiled(items, 'items'),
    getKey: compiled(key, 'key'),
    getPosition: since === undefined ? undefined : compiled(since, 'since'),
    getNext: next === undefined ? undefined : compiled(next, 'next'),
  };
}

const wrongPause: CompileFinding = {
  rule: 'field-invalid',
  severity: 'error',
  pointer: '/event/poll/every',
  message: '`every` of a poll is at least 5 seconds and at most 31 days',
  hint: 'Write a pause that the application allows, such as `minutes: 1`.',
};

const examples: Readonly<Record<string, string>> = {
  key: '`${ .id }`',
  since: '`${ .updated_at }`',
  items: '`${ .items }`',
  next: '`${ .next | if . then { query: { page: . } } else null end }`',
};

function constant(name: string): CompileFinding {
  return {
    rule: 'field-invalid',
    severity: 'error',
    pointer: `/event/poll/${name}`,
    message: `\`${name}\` is the same text for every ${name === 'key' || name === 'since' ? 'item' : 'answer'}: it has no expression`,
    hint: `Write an expression, such as ${examples[name]}.`,
  };
}
