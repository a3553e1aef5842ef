import type { Tool } from '../shared/tool.js';
import { invokeAction } from './operations.js';

export const connectionTools: readonly Tool[] = [
  {
    operation: invokeAction,
    isSlow: true,
    description: `Invokes one action of a connector through a connection, outside of any flow: to look something up, or for one change in a system. For more steps, run a flow. \`list-entities\` {"type": "connection"} lists the connections.

Example: {"connection": "shop", "action": "get", "input": {"path": "/orders/42"}}

Returns the output of the action.`,
    noteOn: ({ warning }) => (typeof warning === 'string' ? warning : undefined),
  },
];
