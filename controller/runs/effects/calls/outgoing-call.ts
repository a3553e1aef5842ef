import type { Json } from '../../../../schemas/json/types.js';
import { standardError } from '../../../flows/index.js';

/** A call that may change something outside of svc, before it is made. Texts may hold secrets. */
export interface OutgoingCall {
  /** `crm.post`, `POST https://shop.example.com/orders`, or what a process runs. */
  readonly target: string;
  readonly arguments: Json;
}

/** Is asked before each such call; undefined where none is. @throws CallHeldBack */
export type BeforeWrite = ((call: OutgoingCall) => Promise<void>) | undefined;

/** The refusal of a call by the owner of the machine on which a flow is tried. */
export class CallHeldBack extends Error {
  override name = 'CallHeldBack';
}

/** Asks, and turns a refusal into an error of the flow. @throws FlowError authorization */
export async function askBefore(beforeWrite: BeforeWrite, call: OutgoingCall): Promise<void> {
  try {
    await beforeWrite?.(call);
  } catch (error) {
    if (!(error instanceof CallHeldBack)) throw error;
    const detail = `\`${call.target}\` was held back: nothing was sent`;
    throw standardError('authorization', { title: 'Held back', status: 403, detail });
  }
}

/** Returns `fetch` that asks before each request that may change something. */
export function askingFetch(
  fetch: typeof globalThis.fetch,
  beforeWrite: Exclude<BeforeWrite, undefined>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const { method = 'GET', url } =
      input instanceof Request ? input : { method: init?.method, url: String(input) };
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase());
    const { body } = init ?? {};
    const text = typeof body === 'string' ? body : body ? '(a body that is no text)' : null;
    if (!isRead) await askBefore(beforeWrite, { target: `${method.toUpperCase()} ${url}`, arguments: text });
    return fetch(input, init);
  };
}
