import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser.js';
import { ConsoleService, enter, expectNoFault, phone, views, wide } from './console-service.js';

const files = {
  'environments/staging.yaml': 'kind: environment\nname: staging\nvariables: { region: north }\n',
  'flows/refund.yaml': `document:
  dsl: '1.0.3'
  namespace: shop
  name: refund
  version: '1.2.0'
  title: Refund an order
  summary: Pays the price of an order back and tells the customer.
  tags: { team: billing }
input:
  schema:
    format: json
    document:
      type: object
      required: [order, amount]
      properties:
        order: { type: string, title: Order, description: The number on the parcel. }
        amount: { type: number, title: Amount, maximum: 500 }
        reason: { title: Reason, enum: [damaged, late, other] }
        express: { type: boolean, title: At once }
do:
  - check: { set: { order: '\${ .order }', amount: '\${ .amount }' } }
  - each:
      for: { each: step, in: '\${ ["pay", "tell"] }' }
      do:
        - note: { set: { step: '\${ $step }' } }
`,
  'flows/nightly.yaml': `document: { dsl: '1.0.3', namespace: shop, name: nightly, version: '1.0.0' }
schedule: { cron: '30 23 * * *' }
do:
  - call: { run: { workflow: { namespace: shop, name: refund, version: '1.2.0', input: { order: a, amount: 1 } } } }
`,
  'flows/report.yaml': `document: { dsl: '1.0.3', namespace: shop, name: report, version: '1.0.0' }
use: { secrets: [mail] }
do:
  - send: { set: { token: '\${ $secrets.mail.token }' } }
`,
  'flows/broken.yaml': `document: { dsl: '1.0.3', namespace: shop, name: broken, version: '1.0.0', title: '<img src=x onerror=alert(1)>' }
do:
  - send: { call: nothing.here }
`,
};

describe.skipIf(!hasBrowser())('the flows of the console', () => {
  let service: ConsoleService;

  beforeAll(async () => {
    const users = { ada: 'admin', otto: 'operator', vera: 'viewer' } as const;
    service = await ConsoleService.start({ files, users });
    for (const amount of [3, 4]) await run({ order: 'o-1003', amount });
  });
  afterEach(() => service.closePages());
  afterAll(() => service?.stop());

  async function run(parameters: object): Promise<void> {
    const headers = { prefer: 'wait=30' };
    const path = '/api/v1/live/flows/refund/runs';
    const { statusCode } = await service.service.call('POST', path, parameters, headers);
    expect(statusCode).toBe(201);
  }

  test('lists the flows with their states and last runs, and finds one by its title and its tag', async () => {
    const page = await service.open('ada', '/flows');
    await page.waitForText('Refund an order');
    const text = await page.text();
    expect(text).toMatch(
      /Refund an order\s+Pays the price[^\n]*\s+refund\s+team=billing\s+Last run:\s+Completed/,
    );
    expect(text).toMatch(/report\s+There is no secret mail[^\n]*\s+No run yet\s+Cannot run/);
    expect(text).toMatch(/broken[\s\S]*Not in service/);
    await enter(page, 'Search name', 'customer');
    await page.waitFor('!document.body.innerText.includes("nightly")');
    expect(await page.address()).toContain('q=customer');
    await page.go('/flows?label=team%3Dbilling');
    await page.waitForText('Refund an order');
    expect(await page.text()).not.toContain('nightly');
    await page.go('/flows?q=zzz');
    await page.waitForText('No flow fits');
  });

  test('an operator runs a flow from the form of its schema, by keyboard', async () => {
    const page = await service.open('otto', '/flows');
    await page.tabTo('Refund an order');
    await page.press('Enter');
    await page.waitForText('Usual duration');
    await page.tabTo('Run');
    await page.press('Enter');
    await page.waitForText('The number on the parcel.');
    expect(await page.text()).toContain('staging');
    await page.page.evaluate('document.querySelector("form input").focus()');
    await page.type('o-77');
    await page.press('Tab');
    await page.type('900');
    await page.press('Enter');
    await page.waitFor('/500/.test(document.querySelector(".form-fault")?.innerText)');
    await page.page.evaluate('document.querySelector("input[inputmode=decimal]").select()');
    await page.type('12,5');
    await page.press('Enter');
    await page.waitFor('/\\/runs\\/[0-9a-f-]{36}$/.test(location.pathname)');
    const id = (await page.address()).split('/').at(-1);
    const { input, principal } = (await service.service.call('GET', `/api/v1/live/runs/${id}`)).json();
    expect(input).toEqual({ order: 'o-77', amount: 12.5, express: false });
    expect(principal).toBe('user:otto');
  });

  test('tells a viewer who may run a flow, and offers neither the run nor changes of triggers', async () => {
    const page = await service.open('vera', '/flows/refund?view=run');
    await page.waitForText('Runs are started by operators');
    expect(await page.text()).not.toContain('Start the run');
    await page.go('/flows/nightly');
    await page.waitForText('Schedule of the flow');
    expect(await page.text()).not.toContain('Pause');
  });

  test('shows why a flow cannot run and leads to the secret that is missing', async () => {
    const page = await service.open('ada', '/flows/report');
    await page.waitForText('This cannot run as things are');
    await page.click('Set the secret mail');
    await page.waitFor('location.pathname.endsWith("/secrets")');
    await page.waitFor('document.querySelector("input[name=path]")?.value === "mail"');
  });

  test('a flow that was never valid says where its fault is, and names are text', async () => {
    const page = await service.open('ada', '/flows/broken');
    await page.waitForText('This is not in service');
    expect(await page.text()).toMatch(/nothing[\s\S]*flows\/broken\.yaml:\d+/);
    await page.go('/flows/broken?view=run');
    await page.waitForText('there is nothing to run');
    expect(await page.faults(wide)).toEqual([]);
  });

  test('shows what a flow uses, what uses it, its graph and its file', async () => {
    const page = await service.open('ada', '/flows/nightly');
    await page.waitFor('/Uses\\s+refund\\s+flow/.test(document.body.innerText)');
    await page.click('refund');
    await page.waitFor('/Used by\\s+nightly\\s+flow/.test(document.body.innerText)');
    await page.click('Graph');
    await page.waitFor('document.querySelectorAll(".graph-block").length === 3');
    await page.click('Definition');
    await page.waitForText('namespace: shop');
    expect(await page.text()).toContain('each:');
  });

  test('says where there is no history', async () => {
    const page = await service.open('ada', '/flows/refund?view=versions');
    await page.waitForText('No versions');
  });

  test('pauses and resumes a schedule, and runs it for the past after showing the times', async () => {
    const page = await service.open('otto', '/flows/nightly');
    await page.click('Pause: flow.nightly');
    await page.waitForText('Paused by user:otto');
    await page.click('Resume: flow.nightly');
    await page.waitForText('Next in');
    await page.click('More actions: flow.nightly');
    await page.click('Run for the past');
    await page.click('Show the times');
    await page.waitForText('Start 1 run');
    await page.click('Start 1 run');
    await page.waitForText('1 run started.');
    await page.waitFor('/Last:\\s+(started a run|queued)/.test(document.body.innerText)');
  });

  test('a flow is started on a phone with four touches', async () => {
    const page = await service.open('ada', '/', phone);
    await page.tap('Open navigation');
    await page.tap('Flows');
    await page.waitForText('Refund an order');
    await page.tap('nightly');
    await page.waitForText('Schedule of the flow');
    await page.tap('Run');
    await page.tap('Start the run');
    await page.waitFor('/\\/runs\\/[0-9a-f-]{36}$/.test(location.pathname)');
  });

  describe.each(views)('at $width px, $scheme', (view) => {
    test('its pages have no fault', async () => {
      const page = await service.open('ada', '/flows', view);
      const look = (name: string) => expectNoFault(page, view, name);
      await page.waitForText('Refund an order');
      await look('flows');
      await page.go('/flows/refund');
      await page.waitForText('Usual duration');
      await page.waitForText('Used by');
      await look('flow');
      await page.go('/flows/refund?view=run');
      await page.waitForText('Start the run');
      await look('flow-run');
      await page.go('/flows/refund?view=graph');
      await page.waitFor('document.querySelector(".graph-block")');
      await look('flow-graph');
      await page.go('/flows/report');
      await page.waitForText('This cannot run as things are');
      await look('flow-blocked');
      await page.go('/flows/refund?view=definition');
      await page.waitForText('namespace: shop');
      await look('flow-definition');
    });
  });
});
