import { ownEvents } from '../../../controller/flows/index.js';
import { blocks, yamlBlock } from '../topics/markdown.js';
import type { Topic } from '../topics/topic.js';

/** One page for each type of svc's own events, with a trigger that starts a flow by it. */
export function eventTopics(): Topic[] {
  return Object.entries(ownEvents).map(([type, summary]) => {
    const name = type.split('.').slice(-3, -1).join('-');
    const trigger = { kind: 'trigger', name: `on-${name}`, flow: 'tell-team', event: { with: { type } } };
    return {
      name: `event.${type}`,
      title: type,
      summary,
      text: blocks(
        'A trigger that starts the flow `tell-team` by it; the flow gets the data of the event as its input.',
        yamlBlock(trigger),
        `Read it as it happens with \`GET /api/v1/platform/events?type=${type}\` (server-sent events), or name it in \`setting.Events.Webhooks\`.`,
      ),
    };
  });
}
