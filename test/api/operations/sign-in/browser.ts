import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { password, platform, type RealService } from '../../identity/real-service.js';
import { judge } from '../../openapi/judge.js';

export const session = `${platform}/auth/session`;

/** A browser at the console: it keeps its cookies, and its pages send the header of the console. */
export class Browser {
  cookies = new Map<string, string>();

  constructor(
    private readonly service: RealService,
    readonly headers: Record<string, string> = { 'x-svc-console': '1' },
  ) {}

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async request(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    more: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const headers = { ...this.headers, ...(this.cookies.size > 0 ? { cookie: this.cookie } : {}), ...more };
    const answer = await this.service.app.inject({ method, url, headers, ...(payload && { payload }) });
    const { statusCode: status, headers: answered, body } = answer;
    const contentType = String(answered['content-type'] ?? '');
    // A page for people is an answer of no operation.
    if (url.startsWith(`${platform}/auth`) && !contentType.startsWith('text/html'))
      expect(judge({ method, url, status, contentType, body })).toBeUndefined();
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  signIn(username: string, secret = password): Promise<LightMyRequestResponse> {
    return this.request('POST', session, { username, password: secret });
  }
}
