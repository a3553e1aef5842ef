import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSettings } from '../../../controller/settings/index.js';
import { RealService } from '../identity/real-service.js';
import { expectProblem } from '../start-app.js';

function flow(name: string, tasks: string, more = ''): string {
  return `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n${more}do:\n${tasks}\n`;
}

/** A timeout above that of the installation: the first script starts a sandbox, and the machine may be busy. */
const minute = 'timeout: { after: PT1M }\n';

describe('the limits of one run', () => {
  let service: RealService;
  const run = (name: string, body: object = {}) =>
    service.call('POST', `/api/v1/live/flows/${name}/runs`, body);

  beforeAll(async () => {
    const long = '\'\\${ [range(3000)] | map("x") | join("") }\''.replace('\\$', '$');
    service = await RealService.start(
      {
        'flows/set.yaml': flow('set', `  - big: { set: { text: ${long} } }`),
        'flows/wide.yaml': flow(
          'wide',
          `  - big: { set: { text: '\${ [range(900)] | map("é€") | join("") }' } }`,
        ),
        'flows/script.yaml': flow(
          'script',
          `  - big: { run: { script: { language: js, code: "return 'x'.repeat(3000)" } } }`,
          minute,
        ),
        'flows/caught.yaml': flow(
          'caught',
          `  - guarded:\n      try: [{ big: { set: { text: ${long} } } }]\n      catch: { as: e, do: [{ say: { set: { title: '\${ $e.title }', at: '\${ $e.instance }' } } }] }`,
        ),
        'flows/parent.yaml': flow(
          'parent',
          `  - ask: { run: { workflow: { namespace: test, name: hello, version: '1.0.0', input: { text: '\${ .text }', more: '\${ .text }' } } } }`,
          minute,
        ),
        'flows/talk.yaml': flow(
          'talk',
          `  - say: { run: { script: { language: js, code: "for (let i = 0; i < 200; i++) console.error('line ' + i); return {}" } } }\n  - rest: { wait: PT0.01S }\n  - again: { run: { script: { language: js, code: "console.error('much later'); return {}" } } }`,
          minute,
        ),
        'flows/whole.yaml': `${flow('whole', '  - a: { set: { a: 1 } }')}output: { as: '\${ "x" * 9000000 }' }\n`,
        'flows/patient.yaml': flow('patient', '  - rest: { wait: PT1.2S }', minute),
      },
      {
        SVC_Limits__FlowInput: '2048',
        SVC_Limits__TaskOutput: '2048',
        SVC_Limits__RunLog: '1024',
        SVC_Limits__FlowDuration: '1',
        SVC_Limits__ListPage: '20',
      },
    );
  });
  afterAll(() => service.remove());

  test('parameters beyond `Limits.FlowInput` are refused before there is a run', async () => {
    expectProblem(await run('hello', { name: 'x'.repeat(3000) }), 413, 'flow_input_too_large');
    expectProblem(await run('hello', { name: '€'.repeat(700) }), 413, 'flow_input_too_large');
    expect((await run('hello', { name: 'x'.repeat(1000) })).statusCode).toBe(201);
  });

  test('an input of a subflow beyond `Limits.FlowInput` is refused', async () => {
    const answer = (await run('parent', { text: 'x'.repeat(1500) })).json();
    expect(answer, JSON.stringify(answer)).toMatchObject({
      status: 'faulted',
      error: { title: 'Subflow input too large' },
    });
  });

  test.each(['set', 'wide', 'script'])(
    'an output beyond `Limits.TaskOutput` faults the task (%s)',
    async (name) => {
      expect((await run(name)).json()).toMatchObject({
        status: 'faulted',
        error: { title: 'Task output too large', instance: '/do/0/big' },
      });
    },
  );

  test('an output of more than 8 MiB faults the run, and no setting allows one', async () => {
    expect((await run('whole')).json()).toMatchObject({
      status: 'faulted',
      output: null,
      error: { title: 'Output too large' },
    });
    for (const limit of ['TaskOutput', 'FlowInput']) {
      const env = { [`SVC_Limits__${limit}`]: String(8 * 1024 * 1024 + 1) };
      expect(() => loadSettings({ dir: service.folder, env })).toThrow(
        `SVC_Limits__${limit}: must be at most 8388608`,
      );
    }
  });

  test('a flow can catch the fault of an output beyond the limit', async () => {
    expect((await run('caught')).json().output).toMatchObject({ title: 'Task output too large' });
  });

  test('a log beyond `Limits.RunLog` ends with a mark, and the run goes on', async () => {
    const { id, status } = (await run('talk')).json();
    expect(status).toBe('completed');
    const { items } = (await service.call('GET', `/api/v1/live/runs/${id}/logs`)).json();
    const messages = items.map(({ message }: { message: string }) => message);
    const written = messages.filter((message: string) => message.startsWith('line'));
    expect(written.length).toBeGreaterThan(50);
    expect(written.length).toBeLessThan(200);
    expect(messages.filter((message: string) => message.startsWith('The log ends here'))).toHaveLength(1);
    expect(messages).not.toContain('much later');
    expect(messages.at(-1)).toBe('run completed');
  });

  test('a flow that sets a `timeout` may take longer than `Limits.FlowDuration`', async () => {
    expect((await run('patient')).json()).toMatchObject({ status: 'completed' });
  });

  test('more items than `Limits.ListPage` are refused with the setting', async () => {
    const problem = expectProblem(
      await service.call('GET', '/api/v1/live/runs?limit=21'),
      400,
      'list_page_too_large',
    );
    expect(problem.hints[0].text).toContain('Limits.ListPage');
    expectProblem(await service.call('GET', '/api/v1/live/runs?limit=5000'), 400, 'list_page_too_large');
    expect((await service.call('GET', '/api/v1/live/runs?limit=20')).statusCode).toBe(200);
  });
});
