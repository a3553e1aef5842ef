import { startScriptFile } from '../../../api/graphql/page/page.js';
import { readCodeFile } from '../../../schemas/code-root.js';
import { DemoService } from '../../fixtures/demo-service.js';
import { PageWindow } from '../http/browser-pages/page-window.js';

/** The function by which GraphiQL sends its queries. */
type Fetcher = (params: object, options: object) => Promise<AsyncIterableIterator<unknown>>;

interface Extensions {
  code: string;
  status: number;
  hints: string[];
  errors?: { pointer: string }[];
}

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of what it asks for
  data: any;
  errors?: { message: string; path?: string[]; extensions: Extensions }[];
}

/** The demo service, asked over HTTP. */
export class GraphService {
  private constructor(
    readonly demo: DemoService,
    readonly url: string,
    readonly apiKey: string,
  ) {}

  static async start(env: Readonly<Record<string, string>> = {}): Promise<GraphService> {
    const demo = await DemoService.start(env);
    const { url, apiKey } = await demo.listen();
    return new GraphService(demo, url, apiKey);
  }

  stop(): Promise<void> {
    return this.demo.stop();
  }

  /** Sends a query as the administrator, unless `headers` has another key. */
  async ask(query: string, variables: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.post({ query, variables }, headers);
  }

  async post(body: object, headers: Record<string, string> = {}, path = '/graphql'): Promise<Answer> {
    const answer = await fetch(this.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': this.apiKey, ...headers },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Answer;
  }

  /** Starts the script of the page, and returns the function by which GraphiQL sends its queries. */
  graphiQL(search = ''): (params: object) => Promise<AsyncIterableIterator<unknown>> {
    let fetcher: Fetcher | undefined;
    new PageWindow(search).run(readCodeFile(startScriptFile), {
      AbortController,
      TextDecoderStream,
      fetch: (path: string, init: RequestInit) => fetch(this.url + path, init),
      GraphiQL: {},
      React: { createElement: (_type: unknown, props: { fetcher: Fetcher }) => props },
      ReactDOM: {
        createRoot: () => ({
          render(props: { fetcher: Fetcher }) {
            fetcher = props.fetcher;
          },
        }),
      },
    });
    if (!fetcher) throw new Error('the page shows nothing');
    const ask = fetcher;
    return (params) => ask(params, { headers: { 'x-api-key': this.apiKey } });
  }

  /** Makes an API key with a role. */
  async getRoleKey(role: string): Promise<string> {
    const { data } = await this.ask(
      'mutation ($name: String!, $role: CreateApiKeyRoleChoice!) { createApiKey(name: $name, role: $role) { key } }',
      { name: `${role}-key`, role },
    );
    return data.createApiKey.key;
  }
}
