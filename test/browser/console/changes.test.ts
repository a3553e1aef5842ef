import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser.js';
import { ConsoleService, enter, expectNoFault, views, wide } from './console-service.js';

function getFlow(text: string): string {
  return `document: { dsl: '1.0.3', namespace: shop, name: greet, version: '1.0.0' }
do:
  - say: { set: { text: ${text} } }
`;
}

const entity = '/api/v1/main/entities/platform/flow/greet';
const mergePatch = { 'content-type': 'application/merge-patch+json' };

/** Presses a button of the dialog, not that of the page with the same text. */
function inDialog(text: string): string {
  return `[...document.querySelectorAll("[role=dialog] button")].find(({ innerText }) => innerText === ${JSON.stringify(text)}).click()`;
}

describe.skipIf(!hasBrowser())('versions and proposals of the console', () => {
  let service: ConsoleService;
  let first = '';

  beforeAll(async () => {
    const users = { ada: 'admin', ed: 'editor', vera: 'viewer' } as const;
    service = await ConsoleService.start({
      files: { 'flows/greet.yaml': getFlow('good morning') },
      users,
      hasGit: true,
    });
    await service.commit({ 'flows/greet.yaml': getFlow('good day') }, 'flows: greet all day');
    const { items } = (await service.service.call('GET', '/api/v1/main/versions/flow/greet/history')).json();
    first = items.at(-1).commitHash.slice(0, 8);
  });
  afterEach(() => service.closePages());
  afterAll(() => service?.stop());

  async function readText(): Promise<string> {
    return (await service.service.call('GET', entity)).json().definition.do[0].say.set.text;
  }

  async function propose(title: string): Promise<string> {
    const patch = { document: { dsl: '1.0.3', namespace: 'shop', name: 'greet', version: '1.0.0', title } };
    const answer = await service.service.call('PATCH', `${entity}?propose=true`, patch, mergePatch);
    expect(answer.statusCode, answer.body).toBe(202);
    return answer.json().proposal.id;
  }

  test('shows what a version changed; an administrator goes back to one after seeing what will change', async () => {
    const page = await service.open('ada', '/flows/greet?view=versions');
    await page.waitForText('flows: greet all day');
    await page.click('What changed');
    await page.waitForText('+  - say: { set: { text: good day } }');
    await page.click(`Go back to this: ${first}`);
    await page.waitForText('A new commit writes the content of that version');
    await page.waitFor('document.querySelector("[role=dialog] .diff")?.innerText.includes("good morning")');
    expect(await readText()).toBe('good day');
    await page.page.evaluate(inDialog('Go back to this'));
    await page.waitForText(`Back to ${first}.`);
    expect(await readText()).toBe('good morning');
    await page.waitFor('document.querySelectorAll(".row-item").length === 3');
  });

  test('an editor, who may not write to production, proposes to go back', async () => {
    const page = await service.open('ed', '/flows/greet?view=versions');
    await page.click('Go back to this');
    await page.waitForText('A new commit writes the content of that version');
    await page.page.evaluate(inDialog('Go back to this'));
    await page.waitForText('others review your change');
    await page.click('Propose it');
    await page.waitForText('A proposal is open.');
    await page.click('Open the proposal');
    await page.waitFor('location.pathname.includes("/proposals/")');
    await page.waitForText('What happens if this is merged');
  });

  test('tells a viewer who goes back to a version', async () => {
    const page = await service.open('vera', '/flows/greet?view=versions');
    await page.waitForText('Editors and administrators go back to one.');
    expect(await page.text()).not.toContain('Go back to this');
  });

  test('a proposal is read and merged, and leaves the open ones', async () => {
    const id = await propose('Greet <b>everyone</b>');
    const page = await service.open('ada', '/proposals');
    await page.click('Update flow greet');
    await page.waitFor(`location.pathname.endsWith(${JSON.stringify(id)})`);
    await page.waitForText('stays valid');
    expect(await page.text()).toContain('Greet <b>everyone</b>');
    expect(await page.text()).toMatch(/flows\/greet\.yaml\n/);
    expect(await page.page.evaluate('document.querySelectorAll("main b").length')).toBe(0);
    await page.click('Merge');
    await page.waitForText('1 entity changes on main');
    await page.page.evaluate(inDialog('Merge'));
    await page.waitForText('Merged into main.');
    const { definition } = (await service.service.call('GET', entity)).json();
    expect(definition.document.title).toBe('Greet <b>everyone</b>');
    await page.go('/proposals?state=merged');
    await page.waitForText('Update flow greet');
  });

  test('a proposal says which flow tests pass with it, and why one does not', async () => {
    await service.commit(
      {
        'flow-tests/greets.yaml': `kind: flow-test
name: greets
flow: greet
expect: { output: { text: good evening } }
`,
      },
      'flow-tests: greets in the evening',
    );
    const page = await service.open('ada', `/proposals/${await propose('Greet at night')}`);
    await page.waitForText('The flow test greets of greet does not pass');
    await page.waitForText('flow-tests/greets.yaml:4');
  });

  test('a proposal is closed after a question; a viewer sees neither button', async () => {
    const id = await propose('Greet less');
    const vera = await service.open('vera', `/proposals/${id}`);
    await vera.waitForText('What happens if this is merged');
    expect(await vera.page.evaluate('document.querySelectorAll(".page-actions button").length')).toBe(0);
    const page = await service.open('ada', `/proposals/${id}`);
    await page.click('Close');
    await page.waitForText('Close this proposal without merging?');
    await page.page.evaluate(inDialog('Close'));
    await page.waitForText('The proposal is closed.');
    const { state } = (await service.service.call('GET', `/api/v1/platform/proposals/${id}`)).json();
    expect(state).toBe('closed');
  });

  test('a person who did not make a proposal requests changes, then approves it; its author cannot', async () => {
    const id = await propose('Greet in the evening');
    const page = await service.open('ed', `/proposals/${id}`);
    await page.waitForText('Reviews');
    expect(await page.page.evaluate('document.querySelector(".review-buttons button").disabled')).toBe(true);
    await enter(page, 'Comment', 'Not <i>so</i> late');
    await page.click('Request changes');
    await page.waitForText('Changes requested by you');
    await page.waitForText('Not <i>so</i> late');
    await page.tabTo('Approve');
    await page.press('Enter');
    await page.waitForText('Approved by you');
    const vera = await service.open('vera', `/proposals/${id}`);
    await vera.waitForText('Approved by ed');
    expect(await vera.page.evaluate('document.querySelectorAll(".review-form").length')).toBe(0);
    const { review } = (await service.service.call('GET', `/api/v1/platform/proposals/${id}`)).json();
    expect(review).toMatchObject({ approvals: 1, reviews: [{ verdict: 'approved', counts: true }] });
  });

  test('an editor who may not merge learns who may', async () => {
    const id = await propose('Greet more');
    const page = await service.open('ed', `/proposals/${id}`);
    await page.click('Merge');
    await page.page.evaluate(inDialog('Merge'));
    await page.waitForText('You may not');
    await page.waitForText('Ask a person who may write');
  });

  describe.each(views)('at $width px, $scheme', (view) => {
    test('their pages have no fault', async () => {
      const id = await propose('Greet at noon');
      const page = await service.open('ada', '/flows/greet?view=versions', view);
      await page.click('What changed');
      await page.waitFor('document.querySelector(".diff")');
      await expectNoFault(page, view, 'flow-versions');
      await page.go('/proposals');
      await page.waitForText('Update flow greet');
      await expectNoFault(page, view, 'proposals');
      await page.go(`/proposals/${id}`);
      await page.waitForText('stays valid');
      await expectNoFault(page, view, 'proposal');
      await page.click('Merge');
      await page.waitForText('Merge this proposal?');
      await expectNoFault(page, view, 'proposal-merge');
      await page.go('/proposals?state=closed');
      await page.waitFor('document.querySelector(".rows, .nothing")');
      expect(await page.faults(wide)).toEqual([]);
    });
  });
});
