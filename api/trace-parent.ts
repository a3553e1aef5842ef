import type { IncomingHttpHeaders } from 'node:http';
import type { TraceContext } from '../controller/runs/contract.js';

const member =
  /^[a-z0-9][a-z0-9_*/@-]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/**
 * The span that a request is part of (W3C Trace Context, level 1). Undefined where nothing says so, or what says so is
 * not as it should be: a request is never refused for it.
 */
export function traceParentOf(headers: IncomingHttpHeaders): TraceContext | undefined {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string' || traceparent.length > 256) return undefined;
  const [, version = '', traceId = '', spanId = '', flags = '', more] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(traceparent) ?? [];
  // Later versions may say more behind it; version 0 does not, and `ff` is none.
  const isKnown = version !== '' && version !== 'ff' && (version !== '00' || more === undefined);
  if (!isKnown || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  const state = stateOf([tracestate ?? []].flat().join(','));
  const sampled = (Number.parseInt(flags, 16) & 1) === 1;
  return { traceId, spanId, sampled, ...(state === undefined ? {} : { state }) };
}

/** Up to 32 members of 512 characters in all, each once. */
function stateOf(text: string): string | undefined {
  if (text.length > 512) return undefined;
  const members = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const keys = new Set(members.map((each) => each.slice(0, each.indexOf('='))));
  const isValid =
    members.length <= 32 && keys.size === members.length && members.every((each) => member.test(each));
  return isValid && members.length > 0 ? members.join(',') : undefined;
}
