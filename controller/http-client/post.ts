import type { Agent } from 'undici';

let agent: Promise<Agent> | undefined;

/**
 * Posts a text to an address of the settings, over connections of its own, and returns the status of the answer. Neither reads
 * the answer nor follows a redirect.
 * @throws the error of the connection; the reason of the signal
 */
export async function post(
  url: string,
  { headers, ...rest }: { headers: Readonly<Record<string, string>>; body: string; signal: AbortSignal },
): Promise<number> {
  // The library takes a tenth of a start, so it is loaded with the first request. Its `fetch` refuses signals without a limit of
  // listeners on Node 20.
  const { request } = await import('undici');
  agent ??= openAgent();
  const sent = {
    ...rest,
    headers: {
      accept: '*/*',
      'user-agent': 'svc',
      ...headers,
    },
  };
  try {
    const { statusCode, body } = await request(url, { ...sent, method: 'POST', dispatcher: await agent });
    // The end of a body that is not read is an error of it.
    body.on('error', () => {}).destroy();
    return statusCode;
  } catch (error) {
    rest.signal.throwIfAborted();
    throw error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  }
}

/** Tells if a status of an answer says that the request succeeded. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

async function openAgent(): Promise<Agent> {
  const { createAgent } = await import('./agents.js');
  return createAgent({});
}
