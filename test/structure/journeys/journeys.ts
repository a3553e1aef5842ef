import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { eventually } from '../../eventually.js';
import type { FollowedService } from './followed-service.js';

export interface Journey {
  name: string;
  /** Connects what the calls need and returns the call. */
  prepare(service: FollowedService): Promise<Call>;
}

export interface Call {
  /** Makes the call once and resolves when its caller has the outcome. */
  run(): Promise<void>;
  close?(): Promise<void>;
}

/** The files of the followed branch before the first call. */
export const files = {
  'flows/say-hello.yaml': `document: { dsl: '1.0.3', namespace: test, name: say-hello, version: '1.0.0' }
do:
  - greet: { set: { text: hello } }
`,
  'flows/greet.yaml': greet('Hello'),
  'connections/crm.yaml': `kind: connection
name: crm
connector: http
config: { baseUrl: 'https://crm.example.com' }
`,
};

export const journeys: readonly Journey[] = [
  {
    name: 'one-task run',
    async prepare(service) {
      return {
        async run() {
          await service.request('POST', '/api/v1/main/flows/say-hello/runs', {});
        },
      };
    },
  },
  {
    name: 'commit to applied',
    async prepare(service) {
      let count = 0;
      return {
        async run() {
          const hash = service.commit({ 'flows/greet.yaml': greet(`Hello ${++count},`) });
          await eventually(async () => (await appliedRevision(service)) === hash);
        },
      };
    },
  },
  {
    name: 'proposal over MCP',
    async prepare(service) {
      const client = new Client({ name: 'journeys', version: '1.0.0' });
      const headers = { 'x-api-key': service.apiKey };
      const url = new URL(`${service.url}/mcp`);
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
      let count = 0;
      return {
        async run() {
          const patch = { title: `Customers ${++count}` };
          const args = { type: 'connection', name: 'crm', patch, propose: true };
          const answer = await client.callTool({ name: 'update-entity', arguments: args });
          if (!(answer.structuredContent as { proposal?: object } | undefined)?.proposal) {
            throw new Error(`update-entity made no proposal: ${JSON.stringify(answer)}`);
          }
        },
        close: () => client.close(),
      };
    },
  },
];

function greet(word: string): string {
  return `document: { dsl: '1.0.3', namespace: test, name: greet, version: '1.0.0' }
do:
  - greet: { set: { text: '\${ "${word} " + .name }' } }
`;
}

/** Asks over HTTP, as a caller that waits for its commit does: these requests count. */
async function appliedRevision(service: FollowedService): Promise<string | null | undefined> {
  const branches = (await service.request('GET', '/api/v1/platform/branches')) as {
    items: { name: string; revision: string | null }[];
  };
  return branches.items.find(({ name }) => name === 'main')?.revision;
}
