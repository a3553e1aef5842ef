import type { Agent } from 'undici';

/** The most bytes of metadata or keys. */
const maxBytes = 1024 * 1024;

/** An answer that the issuer did not give, or not whole. */
export class IssuerFailure extends Error {
  override name = 'IssuerFailure';
}

let agent: Promise<Agent> | undefined;

interface IssuerRequest {
  method?: string;
  headers?: Headers | Record<string, string>;
  body?: URLSearchParams | string | null | undefined;
  redirect: 'error' | 'manual';
  signal?: AbortSignal | undefined;
}

/**
 * Fetches metadata, keys or tokens of an issuer, as `fetch` does; the answer is there as a whole, and small.
 * @throws IssuerFailure; the `TimeoutError` of the signal
 */
export async function fetchFromIssuer(
  url: string | URL,
  { method = 'GET', headers, body, redirect, signal }: IssuerRequest,
): Promise<Response> {
  try {
    const { fetch } = await import('undici');
    agent ??= openAgent();
    const sent = {
      method,
      redirect,
      signal: signal ?? null,
      headers: [...new Headers(headers)],
      dispatcher: await agent,
    };
    const answer = await fetch(
      url,
      body === undefined || body === null ? sent : { ...sent, body: String(body) },
    );
    const content = await readAtMost(maxBytes, answer.body ?? []);
    return new Response(content, { status: answer.status, headers: [...answer.headers] });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') throw error;
    throw new IssuerFailure(`${url} could not be fetched`, { cause: error });
  }
}

async function openAgent(): Promise<Agent> {
  const { createAgent } = await import('../../../http-client/index.js');
  return createAgent({ connections: 8 });
}

async function readAtMost(bytes: number, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > bytes) throw new Error(`the answer has more than ${bytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
