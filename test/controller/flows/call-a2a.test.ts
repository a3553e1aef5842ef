import { expect, test } from 'vitest';
import { createHttpClient } from '../../../controller/connectors/index.js';
import type { ProtocolCall } from '../../../controller/flows/index.js';
import { MemoryHost } from './memory-host.js';
import { findings, plan } from './support.js';

async function sent(task: string): Promise<ProtocolCall | undefined> {
  const client = createHttpClient({ allowPrivateNetworks: true });
  let call: ProtocolCall | undefined;
  const host = new MemoryHost({
    fetch: client.fetch,
    secrets: { agent: 'tok' },
    callProtocol: async (made) => {
      call = made;
      return null;
    },
  });
  await plan(`use: { secrets: [agent] }\ndo:\n  - ask:\n      call: a2a\n      with: ${task}`).execute(
    { q: 'Where?' },
    host,
  );
  await client.close();
  return call;
}

const bearer = "authentication: { bearer: { token: '${ $secrets.agent }' } }";

test('a call names the agent by its server or its card, with the credentials of the endpoint', async () => {
  const message = "parameters: { message: { parts: [{ kind: text, text: '${ .q }' }] } }";
  const server = `server: { uri: 'https://agent.example.com/a2a', ${bearer} }`;
  expect(await sent(`{ method: message/send, ${server}, ${message} }`)).toMatchObject({
    connector: 'a2a',
    config: { url: 'https://agent.example.com/a2a', headers: { authorization: 'Bearer tok' } },
    action: 'request',
    input: {
      method: 'message/send',
      parameters: { message: { parts: [{ kind: 'text', text: 'Where?' }] } },
    },
  });
  const card = "agentCard: { endpoint: 'https://agent.example.com/card.json' }";
  expect(await sent(`{ method: tasks/list, ${card} }`)).toMatchObject({
    config: { card: 'https://agent.example.com/card.json' },
    input: { method: 'tasks/list', parameters: {} },
  });
});

test.each([
  ['{ method: tasks/list }', 'flow-structure', /`server` or `agentCard`/],
  ["{ method: message/send, server: 'https://a.test' }", 'argument-missing', /`parameters.message`/],
  [
    "{ method: tasks/get, server: 'https://a.test', parameters: { name: a } }",
    'argument-missing',
    /`parameters.id`/,
  ],
])('the mistake in %s is found', (given, rule, message) => {
  expect(findings(`do:\n  - ask: { call: a2a, with: ${given} }`)).toMatchObject([
    { rule, message: expect.stringMatching(message) },
  ]);
});
