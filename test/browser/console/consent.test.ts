import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser.js';
import { ConsoleService, expectNoFault, phone, views } from './console-service.js';

/** An application whose users consent on a page of another site. */
class Application {
  readonly requests: string[] = [];
  readonly #server: Server;
  #count = 0;

  constructor() {
    this.#server = createServer((request, answer) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      this.requests.push(`${request.method} ${url.pathname}`);
      if (url.pathname === '/authorize') return answer.end(this.#page(url.searchParams));
      if (url.pathname === '/token') {
        this.#count += 1;
        const tokens = { access_token: `access-${this.#count}`, token_type: 'Bearer', expires_in: 3600 };
        answer.writeHead(200, { 'content-type': 'application/json' });
        return answer.end(JSON.stringify({ ...tokens, refresh_token: `refresh-${this.#count}` }));
      }
      answer.writeHead(request.headers.authorization?.startsWith('Bearer access-') ? 200 : 401);
      return answer.end();
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #page(asked: URLSearchParams): string {
    const answer = (parameters: Record<string, string>) => {
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ ...parameters, state: asked.get('state') ?? '' }).toString();
      return back.href.replaceAll('&', '&amp;');
    };
    return `<!doctype html><title>App</title><p>May svc read your contacts?</p>
<a id="yes" href="${answer({ code: 'a-code' })}">Allow</a>
<a id="no" href="${answer({ error: 'access_denied' })}">Deny</a>`;
  }
}

describe.skipIf(!hasBrowser())('the consent to a connection in the console', () => {
  const app = new Application();
  let service: ConsoleService;

  beforeAll(async () => {
    const url = await app.start();
    const auth = `{ type: oauth2, authorizationUrl: '${url}/authorize', tokenUrl: '${url}/token', clientId: svc, scopes: [contacts.read], refreshToken: { secret: crm, key: refreshToken } }`;
    service = await ConsoleService.start({
      files: {
        'connections/crm.yaml': `kind: connection\nname: crm\nconnector: http\nconfig:\n  baseUrl: ${url}\n  auth: ${auth}\n`,
      },
      users: { ada: 'admin', otto: 'operator', vera: 'viewer' },
    });
  });
  afterEach(() => service.closePages());
  afterAll(async () => {
    await service?.stop();
    app.stop();
  });

  const begin = 'Give consent';

  test('is refused by the person: the page says so and leads back, and nothing is stored', async () => {
    const page = await service.open('ada', '/connections/crm');
    await page.waitForText('No person has consented to the use');
    await page.click(begin);
    await page.waitFor('document.querySelector("#no")');
    await page.page.evaluate('document.querySelector("#no").click()');
    await page.waitForText('the consent was refused there');
    expect((await service.service.call('GET', '/api/v1/platform/secrets/crm')).statusCode).toBe(404);
  });

  test('is given on a phone at the page of the application, and the connection works', async () => {
    const page = await service.open('ada', '/connections/crm', phone);
    await page.waitForText('No person has consented to the use');
    await page.click(begin);
    await page.waitFor('document.querySelector("#yes")');
    await page.page.evaluate('document.querySelector("#yes").click()');
    await page.waitForText('user:ada');
    expect(await page.address()).toBe('/console/connections/crm');
    await page.click('Test the connection');
    await page.waitForText('It works, after');
    expect(app.requests).toContain('POST /token');
    const html = await page.page.evaluate<string>('document.documentElement.outerHTML');
    expect(html).not.toMatch(/access-\d|refresh-\d/);
  });

  test.each(views)('has no fault at $width px, $scheme', async (view) => {
    const page = await service.open('ada', '/connections/crm', view);
    await page.waitForText('user:ada');
    await expectNoFault(page, view, 'connection with consent');
  });

  test('is revoked after a question; viewers see neither button', async () => {
    const seen = await service.open('vera', '/connections/crm');
    await seen.waitForText('crm');
    expect(await seen.text()).not.toContain(begin);
    const page = await service.open('ada', '/connections/crm');
    await page.waitForText('user:ada');
    await page.click('Revoke');
    await page.waitFor('document.querySelector("[role=dialog] .button-bad")');
    await page.page.evaluate('document.querySelector("[role=dialog] .button-bad").click()');
    await page.waitForText('No person has consented to the use');
    expect((await service.service.call('GET', '/api/v1/platform/secrets/crm')).statusCode).toBe(404);
  });
});
