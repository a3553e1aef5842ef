import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.js';
import { hasBrowser } from '../browser.js';
import { ConsoleService, enter, expectNoFault, views } from './console-service.js';

const file = `document: { dsl: '1.0.3', namespace: shop, name: greet, version: '1.0.0' }
do:
  - say: { set: { text: good morning } }
`;

/** Presses a button or a box of the dialog, not that of the page with the same text. */
function inDialog(text: string): string {
  return `[...document.querySelectorAll("[role=dialog] button, [role=dialog] label")].find(({ innerText }) => innerText === ${JSON.stringify(text)}).click()`;
}

describe.skipIf(!hasBrowser())('the installation page of the console', () => {
  let service: ConsoleService;

  beforeAll(async () => {
    const users = { ada: 'admin', ed: 'editor' } as const;
    service = await ConsoleService.start({ files: { 'flows/greet.yaml': file }, users });
  });
  afterEach(() => service.closePages());
  afterAll(() => service?.stop());

  async function readBackups(): Promise<{ id: string; status: string; categories: string[] }[]> {
    return (await service.service.call('GET', '/api/v1/platform/backups')).json().items;
  }

  test('shows the checks, those that need attention first', async () => {
    const page = await service.open('ada', '/installation');
    await page.waitForText('Checks');
    await page.waitForText('Database');
    const tones = await page.page.evaluate<string[]>(
      '[...document.querySelectorAll(".check-item")].map(({ className }) => className.match(/tone-(\\w+)/)[1])',
    );
    const order = ['bad', 'warn', 'good'];
    expect(tones).toEqual(tones.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  });

  test('follows the log of the service, and finds a line', async () => {
    const page = await service.open('ada', '/installation?view=log');
    await page.waitForText('Live');
    await page.waitFor('document.querySelectorAll(".service-log-line").length > 0');
    await enter(page, 'Find in the log', 'no-line-has-these-words');
    await page.waitForText('No line yet');
  });

  test('shows who did what, narrows it down by address, and verifies the chain', async () => {
    await service.service.call('POST', '/api/v1/live/flows/greet/runs', {}, { prefer: 'wait=30' });
    const page = await service.open('ada', '/installation?view=audit');
    await page.waitForText('run-flow');
    await page.waitForText('flow/greet');
    await enter(page, 'Action, such as', 'open-session');
    await page.waitFor('location.search.includes("action=open-session")');
    await page.waitFor('!document.querySelector("main .rows")?.innerText.includes("run-flow")');
    await page.click('Verify the chain');
    await page.waitForText('none was changed');
  });

  test('takes a backup of what is chosen, and restores it after its effect is shown', async () => {
    const page = await service.open('ada', '/installation?view=backups');
    await page.waitForText('No backups yet');
    await page.click('Take a backup');
    await page.waitForText('What it holds');
    await page.page.evaluate(inDialog('Runs'));
    await page.page.evaluate(inDialog('Take a backup'));
    await page.waitForText('Complete');
    const [backup] = await readBackups();
    expect(backup?.categories).not.toContain('runs');
    expect(backup?.categories).toContain('secrets');
    const secret = { path: 'later', value: { token: 'sesame-4711-open' } };
    await service.service.call('POST', '/api/v1/platform/entities/platform/secret', secret);
    await page.click('Restore');
    await page.waitForText('A backup of the present state is taken first.');
    await page.waitFor('/secrets\\s+0\\s+0\\s+1/.test(document.querySelector(".backup-effect")?.innerText)');
    expect((await service.service.call('GET', '/api/v1/platform/secrets/later')).statusCode).toBe(200);
    await page.page.evaluate(inDialog('Restore'));
    await page.waitForText('Taken before a restore');
    await eventually(
      async () => (await service.service.call('GET', '/api/v1/platform/secrets/later')).statusCode === 404,
    );
  });

  test('a backup is deleted after a question', async () => {
    const { id } = (
      await service.service.call('POST', '/api/v1/platform/entities/platform/backup', {
        categories: ['flows'],
      })
    ).json();
    await eventually(
      async () => (await readBackups()).find((each) => each.id === id)?.status === 'completed',
    );
    const count = (await readBackups()).length;
    const page = await service.open('ada', '/installation?view=backups');
    await page.click('Delete');
    await page.waitForText('Its file is deleted for good.');
    await page.page.evaluate(inDialog('Delete'));
    await page.waitForText('The backup is deleted.');
    expect(await readBackups()).toHaveLength(count - 1);
  });

  test('is for administrators alone, and says so', async () => {
    const page = await service.open('ed', '/installation');
    await page.waitForText('You may not see this');
    expect(await page.page.evaluate('document.querySelectorAll(".side a[href$=installation]").length')).toBe(
      0,
    );
  });

  describe.each(views)('at $width px, $scheme', (view) => {
    test('its views have no fault', async () => {
      const page = await service.open('ada', '/installation', view);
      await page.waitForText('Database');
      await expectNoFault(page, view, 'health');
      await page.go('/installation?view=log');
      await page.waitFor('document.querySelector(".service-log-line")');
      await expectNoFault(page, view, 'service-log');
      await page.go('/installation?view=audit');
      await page.waitFor('document.querySelector("main .rows")');
      await expectNoFault(page, view, 'audit');
      const body = { categories: ['secrets'] };
      await service.service.call('POST', '/api/v1/platform/entities/platform/backup', body);
      await page.go('/installation?view=backups');
      await page.click('Take a backup');
      await page.waitForText('What it holds');
      await expectNoFault(page, view, 'backup-new');
      await page.press('Escape');
      await page.waitFor('!document.querySelector("[role=dialog]")');
      await page.click('Restore');
      await page.waitFor('document.querySelector(".backup-effect")');
      await expectNoFault(page, view, 'backup-restore');
    });
  });
});
