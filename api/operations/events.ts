import type { Occurrence } from '../../controller/events/index.js';
import { accessOf } from './access.js';
import { type Operation, type OperationContext, reads, type StreamItem } from './operation.js';

/** Events as they happen. What is to be known for sure is told to webhooks. */
const followEvents: Operation<{ type?: string }> = {
  name: 'follow-events',
  title: 'Follow what happens',
  description:
    'CloudEvents from now on, as server-sent events: the life of runs, syncs, changes of entities. For events that must not be missed, set `Events.Webhooks`.',
  hints: reads,
  permission: 'viewer',
  target: () => ({ type: 'flow', some: true }),
  input: {
    properties: {
      type: {
        type: 'string',
        minLength: 1,
        maxLength: 1024,
        description:
          'Types to be told of, with commas between; `*` at the end of one stands for any rest. Left out: all but those of single tasks.',
        examples: ['dev.svc.sync.*', 'io.serverlessworkflow.*'],
      },
      follow: { type: 'boolean', default: true },
    },
  },
  output: { type: 'object', additionalProperties: true },
  async run(context, { type }) {
    return {
      stream: visible(
        context,
        type?.split(',').map((each) => each.trim()),
      ),
    };
  },
};

async function* visible(
  context: OperationContext,
  types: readonly string[] | undefined,
): AsyncGenerator<StreamItem> {
  const { events, vault } = context.controller;
  for await (const { event, about } of events.follow(types, context.signal)) {
    if (maySee(context, about)) yield { event: event.type, data: vault.maskJson({ ...event }) };
  }
}

function maySee(context: OperationContext, about: Occurrence['about']): boolean {
  const access = accessOf(context);
  return about ? access.may('viewer', about) : access.may('admin', { type: 'event' });
}

export const eventOperations: readonly Operation[] = [followEvents];
