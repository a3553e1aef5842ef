import { describe, expect, test } from 'vitest';
import { runExample } from './examples/run-example.js';

const header = "document: { dsl: '1.0.3', namespace: test, name: example, version: '1.0.0' }\n";

describe('examples', () => {
  test('an example runs against servers, events and inputs derived from it', async () => {
    const example = `${header}
do:
  - hear: { listen: { to: { one: { with: { type: com.example.hot.v1, data: '\${ .degrees > 38 }' } } } } }
  - ask: { call: http, with: { method: get, endpoint: 'https://example.com/pets/{petId}' } }
`;
    expect(await runExample(example)).toMatchObject({ validates: true, ran: true });
  });

  test('an error that the example raises itself counts as a run, and any other does not', async () => {
    const raised = `${header}do: [{ stop: { raise: { error: { type: 'https://example.com/e', status: 500 } } } }]`;
    expect(await runExample(raised)).toMatchObject({ ran: true });
    const broken = `${header}do: [{ stop: { set: { a: '\${ 1 | keys }' } } }]`;
    expect(await runExample(broken)).toMatchObject({ validates: true, ran: false, notBuilt: false });
  });

  test('an output that differs from the expected one is a difference', async () => {
    const example = `${header}do: [{ give: { set: { a: 1 } } }]`;
    expect((await runExample(example, { output: { a: 1 } })).difference).toBeUndefined();
    expect((await runExample(example, { output: { a: 2 } })).difference).toContain('a is 1');
    expect((await runExample(example, { contains: {} })).difference).toContain('no member');
    expect((await runExample(example, { raises: 'Oh' })).difference).toBeDefined();
  });

  test('an example with a part that is not built does not fail, and one with a mistake does', async () => {
    const part = `${header}do: [{ ask: { run: { workflow: { namespace: test, name: other, version: '1.0.0' }, return: all } } }]`;
    expect(await runExample(part)).toMatchObject({ validates: false, notBuilt: true });
    const mistake = `${header}do: [{ ask: { cal: http } }]`;
    expect(await runExample(mistake)).toMatchObject({ validates: false, notBuilt: false });
  });
});
