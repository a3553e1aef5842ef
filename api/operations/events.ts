import type { Occurrence } from '../../controller/events/index.js';
import { accessOf } from './access.js';
import { type Operation, type OperationContext, reads, type StreamItem } from './operation.js';
import { publishEvents } from './publish-events.js';

/** Events as they happen, and those behind the one that a listener heard last. */
const followEvents: Operation<{ type?: string; after?: number }> = {
  name: 'follow-events',
  title: 'Follow what happens',
  description:
    'CloudEvents from now on, as server-sent events: the life of runs, syncs, changes of entities. Who comes back within an ' +
    'hour with `Last-Event-ID` misses nothing and hears nothing twice, also over a restart; an event `missed` says where ' +
    'that is not so. To be told without listening, set `Events.Webhooks`.',
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
      after: { type: 'integer', minimum: 0, description: 'The id of the last event already heard.' },
      follow: { type: 'boolean', default: true },
    },
  },
  output: { type: 'object', additionalProperties: true },
  async run(context, { type, after }) {
    const types = type?.split(',').map((each) => each.trim());
    return { stream: visible(context, types, after) };
  },
};

async function* visible(
  context: OperationContext,
  types: readonly string[] | undefined,
  after: number | undefined,
): AsyncGenerator<StreamItem> {
  const { events, vault } = context.controller;
  for await (const told of events.follow(types, after, context.listening)) {
    if ('missed' in told) yield { event: 'missed', id: told.seq, data: { before: told.seq } };
    else if (maySee(context, told.about))
      yield { event: told.event.type, id: told.seq, data: vault.maskJson({ ...told.event }) };
  }
}

function maySee(context: OperationContext, about: Occurrence['about']): boolean {
  const access = accessOf(context);
  return about ? access.may('viewer', about) : access.may('admin', { type: 'event' });
}

export const eventOperations: readonly Operation[] = [followEvents, publishEvents];
