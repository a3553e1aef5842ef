import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password, RealService } from '../api/identity/real-service.js';
import { Provider } from '../api/oauth/mcp-provider.js';
import { eventually } from '../eventually.js';
import { accessibilityFaults } from './accessibility.js';
import { Browser, hasBrowser, type Page } from './browser.js';
import { keepPicture } from './pictures.js';
import { listViews } from './views.js';

describe.skipIf(!hasBrowser())('the consent to an assistant in a browser', () => {
  let service: RealService;
  let url: string;
  let browser: Browser;
  /** The program of the assistant that waits for the browser. */
  let assistant: Server;
  let back: URL | undefined;

  beforeAll(async () => {
    service = await RealService.start();
    await service.user('ada', 'editor');
    url = await service.app.listen({ port: 0, host: '127.0.0.1' });
    assistant = createServer((request, answer) => {
      const asked = new URL(request.url ?? '', 'http://127.0.0.1');
      if (asked.pathname === '/callback') back = asked;
      answer.writeHead(200, { 'content-type': 'text/html' }).end('<title>Back</title><p>Connected</p>');
    });
    await new Promise<void>((resolve) => assistant.listen(0, '127.0.0.1', resolve));
    browser = Browser.start();
  });
  afterAll(async () => {
    await browser?.stop();
    assistant?.closeAllConnections();
    assistant?.close();
    await service?.remove();
  });

  const waitForText = (page: Page, text: string) =>
    eventually(() =>
      page.evaluate<boolean>(`document.body.innerText.includes(${JSON.stringify(text)})`).catch(() => false),
    );

  test.each(listViews())(
    'leads back to the assistant, which lists tools, at $width px, $scheme',
    async (view) => {
      const { port } = assistant.address() as AddressInfo;
      const provider = new Provider();
      const redirect = `http://127.0.0.1:${port}/callback`;
      Object.assign(provider, {
        redirectUrl: redirect,
        clientMetadata: { ...provider.clientMetadata, redirect_uris: [redirect] },
      });
      const open = () =>
        new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: provider.asProvider });
      const client = new Client({ name: 'test', version: '1.0.0' });
      const transport = open();
      await expect(client.connect(transport)).rejects.toThrow();
      back = undefined;
      const page = await browser.open(provider.opened?.href ?? '', view);
      await page.evaluate('true');
      // The browser keeps the session of the view before.
      const asks = await page.evaluate<boolean>('document.querySelector("#password") !== null');
      if (asks) {
        await keepPicture(page, `assistant sign-in ${view.width} ${view.scheme}`);
        expect(await accessibilityFaults(page)).toEqual([]);
        await page.evaluate(
          `document.querySelector('#username').value = 'ada'; document.querySelector('#password').value = ${JSON.stringify(password)}; document.querySelector('form').requestSubmit()`,
        );
      }
      await waitForText(page, 'Allow access for “Test assistant”?');
      await keepPicture(page, `assistant consent ${view.width} ${view.scheme}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        view.width,
      );
      await page.evaluate(`document.querySelector('button[value="allow"]').click()`);
      await waitForText(page, 'Connected');
      await transport.finishAuth((back as unknown as URL).searchParams);
      await client.connect(open());
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('run-flow');
      await client.close();
      await page.close();
    },
  );
});
