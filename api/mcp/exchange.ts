import type { McpRequestContext, ServerContext } from '@modelcontextprotocol/server';
import type { McpCall, McpExchange } from './scope.js';

type Era = McpRequestContext['era'];

/** In the current revision a client that is gone has taken its request back; before, it has to say so. */
export function exchangeOf({ mcpReq }: ServerContext, era: Era, { takenBack }: McpCall): McpExchange {
  const { _meta } = mcpReq;
  const progressToken = _meta?.progressToken;
  const exchange = {
    signal: takenBack ? AbortSignal.any([mcpReq.signal, takenBack]) : mcpReq.signal,
    isTakenBack: () => (era === 'modern' ? mcpReq.signal.aborted : takenBack?.aborted === true),
  };
  if (progressToken === undefined) return exchange;
  return {
    ...exchange,
    progress: (progress, message) =>
      mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } }),
  };
}

/** The same for a call that the library has no part in. */
export function plainExchange({ takenBack, connection }: McpCall, era: Era): McpExchange {
  return {
    get signal() {
      return takenBack ? AbortSignal.any([connection.signal, takenBack]) : connection.signal;
    },
    isTakenBack: () => (era === 'modern' ? connection.signal.aborted : takenBack?.aborted === true),
  };
}
