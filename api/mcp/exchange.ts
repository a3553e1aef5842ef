import type { McpRequestContext, ServerContext } from '@modelcontextprotocol/server';
import type { McpCall, McpExchange } from './scope.js';

type Era = McpRequestContext['era'];

/** A closed connection cancels a request in the current revision; older revisions cancel by a notification. */
export function exchangeOf({ mcpReq }: ServerContext, era: Era, { cancelled }: McpCall): McpExchange {
  const { _meta } = mcpReq;
  const progressToken = _meta?.progressToken;
  const exchange = {
    signal: cancelled ? AbortSignal.any([mcpReq.signal, cancelled]) : mcpReq.signal,
    isCancelled: () => (era === 'modern' ? mcpReq.signal.aborted : cancelled?.aborted === true),
  };
  if (progressToken === undefined) return exchange;
  return {
    ...exchange,
    progress: (progress, message) =>
      mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } }),
  };
}

/** Returns the exchange of a call that bypasses the SDK. */
export function plainExchange({ cancelled, connection }: McpCall, era: Era): McpExchange {
  return {
    get signal() {
      return cancelled ? AbortSignal.any([connection.signal, cancelled]) : connection.signal;
    },
    isCancelled: () => (era === 'modern' ? connection.signal.aborted : cancelled?.aborted === true),
  };
}
