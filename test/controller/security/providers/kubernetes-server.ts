import { json, TestServer } from '../../connectors/server.js';

/**
 * The API server of Kubernetes as its API reference describes it (v1 `Secret`, `Status`,
 * `PartialObjectMetadataList`, authorization.k8s.io/v1), as far as svc uses it: neither Debian nor npm has an API
 * server to run here.
 */
export class KubernetesServer {
  readonly secrets = new Map<string, Record<string, Buffer>>();
  /** The tokens of service accounts that are valid. */
  tokens = new Set(['the-service-account-token']);
  /** The verbs on secrets that the role gives, and the names that it is limited to. */
  role: { verbs: string[]; names: string[] } = { verbs: ['get', 'list'], names: [] };
  isAway = false;
  readonly requests: string[] = [];

  private constructor(private readonly server: { current?: TestServer }) {}

  static async start(): Promise<KubernetesServer> {
    const held: { current?: TestServer } = {};
    const cluster = new KubernetesServer(held);
    held.current = await TestServer.start(({ method = 'GET', url = '/', headers }, response) => {
      cluster.requests.push(`${method} ${url}`);
      if (cluster.isAway) return json(response, status(503, 'ServiceUnavailable', 'not ready'), 503);
      const token = headers.authorization?.replace('Bearer ', '') ?? '';
      if (!cluster.tokens.has(token)) return json(response, status(401, 'Unauthorized', 'Unauthorized'), 401);
      const place = new URL(url, 'http://cluster');
      const [code, body] = cluster.#answer(place, headers.accept ?? '');
      json(response, body, code);
    });
    return cluster;
  }

  get url(): string {
    return this.server.current?.url ?? '';
  }

  stop(): Promise<void> {
    return this.server.current?.stop() ?? Promise.resolve();
  }

  put(name: string, data: Readonly<Record<string, string | Buffer>>): void {
    const bytes = Object.entries(data).map(([key, value]) => [key, Buffer.from(value)] as const);
    this.secrets.set(name, Object.fromEntries(bytes));
  }

  #answer({ pathname, searchParams }: URL, accept: string): [number, unknown] {
    if (pathname === '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews') {
      const { verbs, names } = this.role;
      const rule = { verbs, apiGroups: [''], resources: ['secrets'] };
      const resourceRules = [
        { verbs: ['create'], apiGroups: ['authorization.k8s.io'], resources: ['selfsubjectrulesreviews'] },
        ...(verbs.length === 0 ? [] : [names.length === 0 ? rule : { ...rule, resourceNames: names }]),
      ];
      return [201, { kind: 'SelfSubjectRulesReview', status: { resourceRules, incomplete: false } }];
    }
    const [, name] = /^\/api\/v1\/namespaces\/ops\/secrets(?:\/([^/]+))?$/.exec(pathname) ?? ['', null];
    if (name === null)
      return [404, status(404, 'NotFound', 'the server could not find the requested resource')];
    if (name === undefined)
      return this.#list(Number(searchParams.get('limit')), searchParams.get('continue'), accept);
    if (!this.#may('get', name)) return [403, forbidden('get', `secrets "${name}" is`)];
    const data = this.secrets.get(name);
    if (!data) return [404, status(404, 'NotFound', `secrets "${name}" not found`)];
    const encoded = Object.entries(data).map(([key, value]) => [key, value.toString('base64')] as const);
    return [
      200,
      {
        kind: 'Secret',
        apiVersion: 'v1',
        metadata: {
          name,
          namespace: 'ops',
          creationTimestamp: '2026-03-22T02:24:06Z',
          resourceVersion: '1234',
        },
        data: Object.fromEntries(encoded),
        type: 'Opaque',
      },
    ];
  }

  #list(limit: number, next: string | null, accept: string): [number, unknown] {
    if (!this.#may('list')) return [403, forbidden('list', 'secrets is')];
    const isMetadata = accept.includes('as=PartialObjectMetadataList');
    if (!isMetadata) return [406, status(406, 'NotAcceptable', 'this test lists names only')];
    const names = [...this.secrets.keys()].sort();
    // Pages of two, whatever the limit: the API server may return fewer items than asked for.
    const from = next === null ? 0 : Number(next);
    const to = Math.min(from + Math.min(limit, 2), names.length);
    return [
      200,
      {
        kind: 'PartialObjectMetadataList',
        apiVersion: 'meta.k8s.io/v1',
        metadata: { resourceVersion: '1234', ...(to < names.length ? { continue: String(to) } : {}) },
        items: names.slice(from, to).map((name) => ({ metadata: { name, namespace: 'ops' } })),
      },
    ];
  }

  #may(verb: string, name?: string): boolean {
    const { verbs, names } = this.role;
    return verbs.includes(verb) && (names.length === 0 || (name !== undefined && names.includes(name)));
  }
}

function forbidden(verb: string, subject: string) {
  const account = 'system:serviceaccount:ops:svc';
  const message = `${subject} forbidden: User "${account}" cannot ${verb} resource "secrets" in API group "" in the namespace "ops"`;
  return status(403, 'Forbidden', message);
}

function status(code: number, reason: string, message: string) {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code };
}
