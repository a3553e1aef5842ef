import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, type View } from '../browser.js';
import type { ConsolePage } from './console-page.js';
import { ConsoleService, enter, phone, wide } from './console-service.js';

/**
 * Twelve everyday tasks, each from the overview as a person finds it after signing in. A click, a touch and the filling of a field
 * are one interaction each. The table of `test/bench/README.md` has these numbers beside those of other consoles; a change that
 * makes a task longer fails here. `npx vitest run test/browser/console/twelve-tasks.test.ts` prints the table.
 */
const head = (name: string) =>
  `document: { dsl: '1.0.3', namespace: shop, name: ${name}, version: '1.0.0' }\n`;

const files = {
  'flows/check-orders.yaml': `${head('check-orders')}do:
  - total: { set: { withTax: '\${ .amount * 119 | floor }' } }
`,
  'flows/approve.yaml': `${head('approve')}do:
  - ask:
      call: human-task@default
      with:
        title: '\${ .title }'
        assignees: [ada]
        form: { type: object, required: [approved], properties: { approved: { type: boolean } } }
`,
  'flows/nightly.yaml': `${head('nightly')}schedule: { cron: '0 3 * * *' }
do:
  - clean: { set: { done: true } }
`,
  'flows/greet.yaml': `${head('greet')}input:
  schema:
    document: { type: object, required: [name], properties: { name: { type: string, title: Name } } }
do:
  - say: { set: { text: '\${ "Hello " + .name }' } }
`,
  'flows/hold.yaml': `${head('hold')}do:
  - stay: { wait: { hours: 1 } }
`,
};

/** A person at a page, whose interactions are counted. */
class Person {
  interactions = 0;

  constructor(readonly page: ConsolePage) {}

  click(label: string): Promise<void> {
    this.interactions++;
    return this.page.click(label);
  }

  tap(label: string): Promise<void> {
    this.interactions++;
    return this.page.tap(label);
  }

  enter(label: string, text: string): Promise<void> {
    this.interactions++;
    return enter(this.page, label, text);
  }

  /** Opens a tab of the page; the navigation beside it has names that begin alike. */
  async open(tab: string): Promise<void> {
    this.interactions++;
    const link = `[...document.querySelectorAll(".tab")].find(({ innerText }) => innerText === ${JSON.stringify(tab)})`;
    await this.page.waitFor(link);
    await this.page.page.evaluate(`${link}.click()`);
  }

  /** Presses a button of the dialog that is open. */
  async confirm(text: string): Promise<void> {
    this.interactions++;
    const button = `[...document.querySelectorAll("[role=dialog] button")].find(({ innerText, disabled }) => innerText.startsWith(${JSON.stringify(text)}) && !disabled)`;
    await this.page.waitFor(button);
    await this.page.page.evaluate(`${button}.click()`);
  }

  sees(text: string): Promise<void> {
    return this.page.waitForText(text);
  }
}

describe.skipIf(!hasBrowser())('twelve everyday tasks', () => {
  let service: ConsoleService;
  let proposal = '';
  const table: string[] = [];

  beforeAll(async () => {
    service = await ConsoleService.start({ files, users: { ada: 'admin' }, hasGit: true });
    await start('check-orders', { amount: 7 });
    await service.commit(
      { 'flows/check-orders.yaml': files['flows/check-orders.yaml'].replace('119', '1.19') },
      'flows: the tax is a factor',
    );
    await start('check-orders', { amount: 'free' });
    await start('approve', { title: 'Refund 80 euros?' }, 'respond-async');
    await start('hold', {}, 'respond-async');
    const entity = '/api/v1/main/entities/platform/flow/greet';
    const patch = {
      document: { dsl: '1.0.3', namespace: 'shop', name: 'greet', version: '1.0.0', title: 'Greetings' },
    };
    const answer = await service.service.call('PATCH', `${entity}?propose=true`, patch, {
      'content-type': 'application/merge-patch+json',
    });
    expect(answer.statusCode, answer.body).toBe(202);
    proposal = answer.json().proposal.title ?? 'Update flow greet';
  });
  afterEach(() => service.closePages());
  afterAll(async () => {
    console.log(table.join('\n'));
    await service?.stop();
  });

  async function start(flow: string, input: object, prefer = 'wait=30'): Promise<void> {
    const path = `/api/v1/main/flows/${flow}/runs`;
    const answer = await service.service.call('POST', path, input, { prefer });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  }

  /** Performs a task from the overview on, and expects its number of interactions. */
  async function perform(
    name: string,
    interactions: number,
    task: (person: Person) => Promise<void>,
    view: View = wide,
  ): Promise<void> {
    const page = await service.open('ada', '/', view);
    await page.waitForText('Failed lately');
    const person = new Person(page);
    await task(person);
    table.push(`| ${name} | ${person.interactions} |`);
    expect(person.interactions).toBe(interactions);
  }

  test('what runs or waits now, and on whom: at a glance', () =>
    perform('see what waits, and on whom', 0, async (person) => {
      await person.sees('Refund 80 euros?');
    }));

  test('from a failed run to its cause: one click', () =>
    perform('from a failed run to task, error, input and log line', 1, async (person) => {
      await person.click('check-orders');
      await person.sees('Failed at total');
      await person.sees('Input of the task');
      await person.sees('total faulted');
    }));

  test('a failed run beside the last good one: two clicks', () =>
    perform('compare a failed run with the last good one', 2, async (person) => {
      await person.click('check-orders');
      await person.click('Compare');
      await person.sees('First difference: total');
    }));

  test('the log of one task: two clicks', () =>
    perform('read the log of one task', 2, async (person) => {
      await person.click('check-orders');
      await person.click('All lines of this task');
      await person.sees('Only the lines of');
    }));

  test('a run again from the task that failed: two clicks', () =>
    perform('retry from the task that failed', 2, async (person) => {
      await person.click('check-orders');
      await person.click('Retry');
      await person.sees('Repeats run');
    }));

  test('the start of a flow with a parameter: five', () =>
    perform('start a flow with one parameter', 5, async (person) => {
      await person.click('Flows');
      await person.click('greet');
      await person.open('Run');
      await person.enter('Name', 'Ada');
      await person.click('Start the run');
      await person.page.waitFor('/\\/runs\\/[0-9a-f-]{36}$/.test(location.pathname)');
    }));

  test('the end of a run that waits: four', () =>
    perform('cancel a run that waits', 4, async (person) => {
      await person.click('Runs');
      await person.click('hold');
      await person.click('Cancel the run');
      await person.confirm('Cancel the run');
      await person.sees('Cancelled');
    }));

  test('a pause of a schedule: two', () =>
    perform('pause a schedule', 2, async (person) => {
      await person.click('Triggers');
      await person.click('Pause: flow.nightly');
      await person.sees('Paused');
    }));

  test('the effect of a merge before it: two', () =>
    perform('see what a merge will do', 2, async (person) => {
      await person.click('Proposals');
      await person.click(proposal);
      await person.sees('Greetings');
    }));

  test('a new secret: six', () =>
    perform('set a secret', 6, async (person) => {
      await person.click('Secrets');
      await person.click('New secret');
      await person.enter('Path', 'mail');
      await person.enter('Key', 'token');
      await person.enter('Value', 'not-a-real-value');
      await person.click('Save');
      await person.sees('mail has version 1.');
    }));

  test('the way back to an earlier version of a flow: five', () =>
    perform('go back to an earlier version of a flow', 5, async (person) => {
      await person.click('Flows');
      await person.click('check-orders');
      await person.click('Versions');
      await person.click('Go back to this');
      await person.confirm('Go back to this');
      await person.sees('Back to ');
    }));

  test('an approval on a phone: two', () =>
    perform(
      'approve on a phone',
      2,
      async (person) => {
        await person.tap('Refund 80 euros?');
        await person.tap('Approve');
        await person.sees('Answered: Refund 80 euros?');
      },
      phone,
    ));
});
