import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser.js';
import type { ConsolePage } from './console-page.js';
import { ConsoleService, enter, expectNoFault, views } from './console-service.js';

const platform = '/api/v1/platform';

describe.skipIf(!hasBrowser())('people, keys, links and teams of the console', () => {
  let service: ConsoleService;

  beforeAll(async () => {
    const files = {
      'environments/staging.yaml': 'kind: environment\nname: staging\n',
      'flows/list.yaml':
        "document: { dsl: '1.0.3', namespace: shop, name: list, version: '1.0.0' }\ndo:\n  - list: { set: { ok: true } }\n",
      'teams/billing.yaml':
        'kind: team\nname: billing\ntitle: Billing\nmembers: [otto]\ngrants:\n  - { role: editor, names: ["refund-*"] }\n',
    };
    const users = { ada: 'admin', edda: 'editor', otto: 'operator', vera: 'viewer' } as const;
    service = await ConsoleService.start({ files, users });
  });
  afterEach(() => service.closePages());
  afterAll(() => service?.stop());

  const read = async (path: string) => {
    const answer = await service.service.call('GET', platform + path);
    return answer.statusCode === 200 ? answer.json() : answer.statusCode;
  };
  const select = (page: ConsolePage, label: string, value: string) =>
    page.page.evaluate(`(() => {
      const control = [...document.querySelectorAll('label')].find((each) => each.innerText === ${JSON.stringify(label)}).control;
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(control, ${JSON.stringify(value)});
      control.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
  const confirm = (page: ConsolePage) =>
    page.page.evaluate('document.querySelector("[role=dialog] .button-bad").click()');

  test('a user is created, changed, disabled and deleted', async () => {
    const page = await service.open('ada', '/people');
    await page.click('New user');
    await enter(page, 'Name', 'nora');
    await select(page, 'Role', 'operator');
    await enter(page, 'New password', 'a long password of nora');
    await page.click('Create');
    await page.waitForText('nora is saved.');
    expect(await read('/users/nora')).toMatchObject({ role: 'operator', actor: 'person', disabled: false });
    await page.click('Change: nora');
    await select(page, 'Role', 'editor');
    await page.click('Save');
    await page.waitFor('!document.querySelector("[role=dialog]")');
    expect(await read('/users/nora')).toMatchObject({ role: 'editor' });
    await page.click('Disable: nora');
    await page.waitForText('Disable nora?');
    await confirm(page);
    await page.waitForText('nora is disabled.');
    expect(await read('/users/nora')).toMatchObject({ disabled: true });
    await page.click('Delete: nora');
    await page.waitForText('Delete nora?');
    await confirm(page);
    await page.waitForText('nora is deleted.');
    expect(await read('/users/nora')).toBe(404);
  });

  test('a refusal stands in the dialog, which keeps what was entered', async () => {
    const page = await service.open('ada', '/people');
    await page.click('New user');
    await enter(page, 'Name', 'vera');
    await enter(page, 'New password', 'another long password');
    await page.click('Create');
    await page.waitFor('document.querySelector("[role=dialog] .note-bad")');
    expect(await page.page.evaluate('document.querySelector("input[name=name]").value')).toBe('vera');
    expect(await read('/users/vera')).toMatchObject({ role: 'viewer' });
  });

  test('a person cannot end the own access', async () => {
    const page = await service.open('ada', '/people');
    await page.waitForText('(you)');
    for (const verb of ['Delete', 'Disable', 'Password'])
      expect(
        await page.page.evaluate(`document.querySelectorAll("[aria-label='${verb}: ada']").length`),
      ).toBe(0);
  });

  test('a key gets bounds when it is made, shows them, and they change', async () => {
    const page = await service.open('ada', '/people?view=keys');
    await page.click('New key');
    await enter(page, 'Name', 'bounded');
    await page.page.evaluate('document.querySelector(".scope-fields > summary").click()');
    await enter(page, 'Flows', 'billing-*, refund-*');
    await enter(page, 'Requests a minute at most', '60');
    await page.page.evaluate('document.querySelectorAll(".choices input")[1].click()');
    await page.click('Create');
    await page.waitForText('The key of bounded');
    await page.click('I have it');
    expect(await read('/api-keys/bounded')).toMatchObject({
      scopes: { flows: ['billing-*', 'refund-*'], effects: ['run'], requestsPerMinute: 60 },
    });
    await page.waitForText('Flows: billing-*, refund-*');
    await page.click('Change: bounded');
    await enter(page, 'Flows', 'billing-*');
    await page.click('Save');
    await page.waitFor('!document.querySelector("[role=dialog]")');
    expect(await read('/api-keys/bounded')).toMatchObject({
      scopes: { flows: ['billing-*'], effects: ['run'], requestsPerMinute: 60 },
    });
  });

  test('a key is shown once, works, gets a successor, and ends', async () => {
    const page = await service.open('ada', '/people?view=keys');
    await page.click('New key');
    await enter(page, 'Name', 'crm');
    await page.click('Create');
    await page.waitForText('The key of crm');
    const key = await page.page.evaluate<string>('document.querySelector(".shown-once code").innerText');
    await page.click('I have it');
    await page.waitFor('!document.querySelector("[role=dialog]")');
    const html = await page.page.evaluate<string>('document.documentElement.outerHTML');
    expect(html).not.toContain(key);
    const whoami = () => fetch(`${service.base}${platform}/branches`, { headers: { 'x-api-key': key } });
    expect((await whoami()).status).toBe(200);
    await page.click('New key: crm');
    await page.waitForText('A new key for crm?');
    await page.page.evaluate('document.querySelector("[role=dialog] .button-main").click()');
    await page.waitForText('The key of crm');
    await page.click('I have it');
    const readNames = async () => (await read('/api-keys')).items.map(({ name }: { name: string }) => name);
    expect((await readNames()).filter((name: string) => name === 'crm')).toHaveLength(2);
    for (let left = 2; left > 0; left--) {
      await page.waitFor(`document.querySelectorAll("[aria-label='Delete: crm']").length === ${left}`);
      await page.click('Delete: crm');
      await page.waitForText('Delete crm?');
      await confirm(page);
    }
    await page.waitFor(`document.querySelectorAll("[aria-label='Delete: crm']").length === 0`);
    expect((await whoami()).status).toBe(401);
  });

  test('an editor makes a link that runs a flow without an account, and revokes it', async () => {
    const page = await service.open('edda', '/people');
    await page.waitForText('No share links');
    expect(await page.text()).not.toContain('Keys');
    await page.click('New share link');
    await enter(page, 'Name', 'partner');
    await enter(page, 'Flow', 'list');
    await page.click('Create');
    await page.waitForText('The link partner');
    const link = await page.page.evaluate<string>('document.querySelector(".shown-once code").innerText');
    expect((await fetch(link, { method: 'POST' })).status).toBeLessThan(300);
    await page.click('I have it');
    await page.waitForText('Works');
    await page.click('Revoke: partner');
    await page.waitForText('Revoke partner?');
    await confirm(page);
    await page.waitForText('partner is revoked.');
    expect((await fetch(link, { method: 'POST' })).status).toBe(401);
  });

  test('an editor sees the assistants that have access in its name, and revokes one', async () => {
    const { signIn, sessions } = service.service.controller.identity;
    const grant = { clientId: 'test', clientName: 'My assistant', audience: `${service.base}/mcp` };
    await signIn.client('edda', {
      ...grant,
      role: 'operator',
      actor: 'agent',
      scopes: { effects: ['read'] },
    });
    await signIn.client('ada', { ...grant, clientName: 'Of another', role: 'operator', actor: 'agent' });
    const page = await service.open('edda', '/people?view=grants');
    await page.waitForText('My assistant');
    const text = await page.text();
    expect(text).toContain('effects: read');
    expect(text).not.toContain('Of another');
    await page.click('Revoke: My assistant');
    await page.waitForText('Revoke My assistant?');
    await confirm(page);
    await page.waitForText('My assistant is revoked.');
    expect(sessions.clientSessions().map((session) => session.grant.clientName)).toEqual(['Of another']);
  });

  test('teams say who belongs to them, and show their files', async () => {
    const page = await service.open('edda', '/people?view=teams');
    await page.waitForText('editor; names: refund-*');
    await page.click('File: billing');
    await page.waitForText('kind: team');
  });

  test('a viewer finds no way to it, and is told so', async () => {
    const page = await service.open('vera', '/people?view=users');
    await page.waitForText('You may not see this');
    expect(
      await page.page.evaluate('document.querySelectorAll("nav[aria-label=Main] a[href$=people]").length'),
    ).toBe(0);
  });

  describe.each(views)('at $width px, $scheme', (view) => {
    test('their lists and dialogs have no fault', async () => {
      const body = { name: 'link-of-the-partner', branch: 'live', flow: 'list', maxUses: 3 };
      await service.service.call('POST', `${platform}/shares`, body);
      const page = await service.open('ada', '/people', view);
      await page.waitForText('Administrator');
      await expectNoFault(page, view, 'people');
      await page.click('New user');
      await page.waitForText('The person signs in');
      await expectNoFault(page, view, 'people-new');
      await page.press('Escape');
      await page.go('/people?view=keys');
      await page.click('New key');
      const name = `crm-${view.width}-${view.scheme}`;
      await enter(page, 'Name', name);
      await page.page.evaluate('document.querySelector(".scope-fields > summary").click()');
      await enter(page, 'Flows', 'billing-*, refund-very-long-name-of-a-flow-that-needs-a-second-line-*');
      await page.page.evaluate('document.querySelector(".choices input").click()');
      await expectNoFault(page, view, 'people-new-key');
      await page.click('Create');
      await page.waitForText(`The key of ${name}`);
      await expectNoFault(page, view, 'people-key');
      await page.click('I have it');
      await expectNoFault(page, view, 'people-keys');
      await page.go('/people?view=shares');
      await page.waitForText('link-of-the-partner');
      await expectNoFault(page, view, 'people-shares');
      await page.click('New share link');
      await page.waitForText('Runs at most');
      await expectNoFault(page, view, 'people-new-share');
      await page.press('Escape');
      await page.go('/people?view=grants');
      await page.waitForText('Of another');
      await expectNoFault(page, view, 'people-grants');
      await page.go('/people?view=teams');
      await page.waitForText('Billing');
      await expectNoFault(page, view, 'people-teams');
    });
  });
});
