import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser.js';
import { ConsoleService, enter, expectNoFault, views } from './console-service.js';

const value = 'sesame-4711-open';
const secret = '/api/v1/platform/secrets';

describe.skipIf(!hasBrowser())('secrets and connections of the console', () => {
  let service: ConsoleService;
  let server: Server;

  beforeAll(async () => {
    server = createServer((request, answer) =>
      answer.writeHead(request.headers.authorization ? 200 : 401).end(),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const files = {
      'environments/staging.yaml': 'kind: environment\nname: staging\nsecrets: staging\n',
      'connections/shop.yaml': `kind: connection\nname: shop\nconnector: http\nconfig:\n  baseUrl: http://127.0.0.1:${port}\n  auth: { type: bearer, token: { secret: shop, key: token } }\n`,
      'flows/list.yaml': `document: { dsl: '1.0.3', namespace: shop, name: list, version: '1.0.0' }\ndo:\n  - list: { call: shop.get, with: { path: /orders } }\n`,
    };
    service = await ConsoleService.start({
      files,
      users: { ada: 'admin', otto: 'operator', vera: 'viewer' },
    });
  });
  afterEach(() => service.closePages());
  afterAll(async () => {
    await service?.stop();
    server?.close();
  });

  async function readKeys(path: string): Promise<unknown> {
    const answer = await service.service.call('GET', `${secret}/${path}`);
    return answer.statusCode === 200 ? answer.json().keys.sort() : answer.statusCode;
  }

  test('a connection leads to the secret that it lacks, and works once it is there', async () => {
    const page = await service.open('ada', '/connections');
    await page.waitForText('Cannot run');
    await page.click('shop');
    await page.click('Set the secret shop');
    await page.waitFor('document.querySelector("input[name=path]")?.value === "shop"');
    // The key that is missing stands there already.
    await enter(page, 'token', value);
    await page.click('Save');
    await page.waitForText('shop has version 1.');
    expect(await readKeys('shop')).toEqual(['token']);
    const html = await page.page.evaluate<string>('document.documentElement.outerHTML');
    expect(html).not.toContain(value);
    await page.go('/connections/shop');
    await page.waitForText('Ready');
    await page.click('Test the connection');
    await page.waitForText('It works, after');
    expect(await page.text()).toMatch(/Used by\s+list\s+flow/);
    expect(await page.text()).toMatch(/get\s+[^\n]*\s+reads/);
  });

  test('keys of a secret change one by one, by keyboard; a value keeps its lines', async () => {
    await service.service.call('POST', '/api/v1/platform/entities/platform/secret', {
      path: 'staging/mail/login',
      value: { user: 'shop-at-example', password: value },
    });
    const page = await service.open('ada', '/secrets?q=mail');
    await page.waitForText('Environment staging (staging/)');
    await page.tabTo('New values: staging/mail/login');
    await page.press('Enter');
    await page.waitForText('keys without a text stay as they are');
    await enter(page, 'password', 'first line of it\nsecond line of it');
    await page.tabTo('Save');
    await page.press('Enter');
    await page.waitForText('staging/mail/login has version 2.');
    expect(await readKeys('staging/mail/login')).toEqual(['password', 'user']);
  });

  test('says that nothing was entered, and what the service refuses', async () => {
    const page = await service.open('ada', '/secrets');
    await page.click('New secret');
    await enter(page, 'Path', 'wrong path/..');
    await page.click('Save');
    await page.waitForText('There is no value yet');
    await enter(page, 'Key', 'token');
    await enter(page, 'Value', value);
    await page.click('Save');
    await page.waitFor('document.querySelector("[role=dialog] .note-bad")');
  });

  test('a secret is deleted after a question', async () => {
    await service.service.call('POST', '/api/v1/platform/entities/platform/secret', {
      path: 'old/token',
      value: { token: value },
    });
    const page = await service.open('ada', '/secrets');
    await page.click('Delete: old/token');
    await page.waitForText('Delete old/token?');
    await page.page.evaluate('document.querySelector("[role=dialog] .button-bad").click()');
    await page.waitForText('old/token is deleted.');
    expect(await readKeys('old/token')).toBe(404);
  });

  test('those without the right see no secrets, and no way to them', async () => {
    const page = await service.open('otto', '/connections/shop');
    await page.waitForText('Test the connection');
    expect(await page.page.evaluate('document.querySelectorAll("nav a[href$=secrets]").length')).toBe(0);
    await page.go('/secrets');
    await page.waitForText('You may not see this');
    expect(await page.text()).not.toContain('New secret');
    const vera = await service.open('vera', '/connections/shop');
    await vera.waitForText('Operators, editors and administrators test connections.');
  });

  describe.each(views)('at $width px, $scheme', (view) => {
    test('their pages have no fault', async () => {
      const body = { path: 'staging/shop/key', value: { token: value, other: value } };
      await service.service.call('POST', '/api/v1/platform/entities/platform/secret', body);
      const page = await service.open('ada', '/secrets', view);
      await page.waitForText('staging/shop/key');
      await expectNoFault(page, view, 'secrets');
      await page.click('New values: staging/shop/key');
      await page.waitForText('keys without a text');
      await expectNoFault(page, view, 'secret-change');
      await page.press('Escape');
      await page.click('New secret');
      await page.waitForText('A secret has one value or more');
      await expectNoFault(page, view, 'secret-new');
      await page.go('/connections');
      await page.waitForText('http');
      await expectNoFault(page, view, 'connections');
      await page.go('/connections/shop');
      await page.waitForText('reads');
      await page.click('Test the connection');
      await page.waitFor('document.querySelector(".connection-result, .note-bad")');
      await expectNoFault(page, view, 'connection');
    });
  });
});
