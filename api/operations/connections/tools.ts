import type { Tool } from '../shared/tool.js';
import { invokeAction } from './operations.js';

export const connectionTools: readonly Tool[] = [
  {
    operation: invokeAction,
    isSlow: true,
    confirms: true,
    description: `Invokes one action of a connector through a connection, outside of any flow: to look something up. What changes something in production is for flows and persons. \`list-entities\` {"type": "connection"} lists the connections.

Example: {"connection": "shop", "action": "get", "input": {"path": "/orders/42"}}

Returns the output of the action.`,
  },
];
