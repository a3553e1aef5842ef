import { createHash, randomBytes } from 'node:crypto';
import type { Person } from './person.js';

export const callback = 'http://127.0.0.1:7777/callback';

/** The answer of an endpoint for clients. */
export interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Headers;
}

/** A client that speaks the protocol itself, so that a test can have it say anything. */
export class OAuthTestClient {
  id = '';
  readonly verifier = randomBytes(32).toString('base64url');

  constructor(readonly url: string) {}

  async register(metadata: object = { client_name: 'Test assistant', redirect_uris: [callback] }) {
    const answer = await this.json('/oauth/register', metadata);
    this.id = String(answer.body['client_id'] ?? '');
    return answer;
  }

  /** The address that the client opens a browser at; undefined takes a parameter out. */
  address(changes: Record<string, string | undefined> = {}): string {
    const parameters = {
      response_type: 'code',
      client_id: this.id,
      redirect_uri: callback,
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 's',
      resource: `${this.url}/mcp`,
      ...changes,
    };
    return `${this.url}/oauth/authorize?${toForm(parameters)}`;
  }

  /** Has a person allow, and returns the code. */
  async code(person: Person, changes: Record<string, string | undefined> = {}, form = {}): Promise<string> {
    const back = await person.allow(this.address(changes), form);
    return back.searchParams.get('code') ?? '';
  }

  redeem(code: string, changes: Record<string, string | undefined> = {}): Promise<Answer> {
    return this.form('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: this.id,
      redirect_uri: callback,
      code_verifier: this.verifier,
      code,
      ...changes,
    });
  }

  refresh(token: unknown, changes: Record<string, string | undefined> = {}): Promise<Answer> {
    const fields = { grant_type: 'refresh_token', client_id: this.id, refresh_token: String(token) };
    return this.form('/oauth/token', { ...fields, ...changes });
  }

  async form(path: string, fields: Record<string, string | undefined>): Promise<Answer> {
    return toAnswer(await fetch(`${this.url}${path}`, { method: 'POST', body: toForm(fields) }));
  }

  async json(path: string, body: object): Promise<Answer> {
    return toAnswer(
      await fetch(`${this.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  }

  /** Calls the endpoint for assistants, or another one, with a token. */
  async call(token: unknown, path = '/mcp'): Promise<Answer> {
    const isMcp = path.startsWith('/mcp');
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    };
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const init = isMcp ? { method: 'POST', headers, body: JSON.stringify(list) } : { headers };
    return toAnswer(await fetch(`${this.url}${path}`, init));
  }
}

function toForm(fields: Record<string, string | undefined>): URLSearchParams {
  const entries = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(entries);
}

async function toAnswer(answer: Response): Promise<Answer> {
  const text = await answer.text();
  const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: answer.status, body, headers: answer.headers };
}
