import type { JsonObject } from '../../../../schemas/json/types.js';
import { json, TestServer } from '../../connectors/server.js';

export interface VaultToken {
  /** Seconds; 0 for a token that does not end. */
  ttl: number;
  renewable: boolean;
  /** When it ends, ms on the wall clock; undefined for never. */
  ends?: number | undefined;
}

interface Version {
  data: JsonObject | null;
  at: string;
}

/**
 * Vault's HTTP API as its documentation describes it (secret/kv/kv-v2, secret/kv/kv-v1, auth/token, auth/approle,
 * auth/kubernetes), as far as svc uses it: neither Debian nor npm has a real Vault or OpenBao to run here.
 */
export class VaultServer {
  readonly tokens = new Map<string, VaultToken>();
  readonly secrets = new Map<string, Version[]>();
  /** Method and path of each request, with the token it was sent with. */
  readonly requests: { line: string; token: string | undefined; namespace: string | undefined }[] = [];
  /** Paths that the policy denies, by their beginning. */
  denied: string[] = [];
  isSealed = false;
  /** True to accept requests without ever answering them. */
  hangs = false;
  /** Settings of the sign-in methods. */
  appRole = { roleId: 'the-role-id', secretId: 'the-secret-id-5151', token: { ttl: 3600, renewable: true } };
  kubernetes = { role: 'svc', jwt: 'the.jwt.of-svc', token: { ttl: 3600, renewable: true } };
  #issued = 0;

  private constructor(
    private readonly server: { current?: TestServer },
    readonly version: 1 | 2,
  ) {}

  static async start(version: 1 | 2 = 2): Promise<VaultServer> {
    const held: { current?: TestServer } = {};
    const vault = new VaultServer(held, version);
    held.current = await TestServer.start((request, response, body) => {
      const { method = 'GET', url = '/', headers } = request;
      const token = headers['x-vault-token'] as string | undefined;
      vault.requests.push({
        line: `${method} ${url}`,
        token,
        namespace: headers['x-vault-namespace'] as string | undefined,
      });
      if (vault.hangs) return;
      const place = new URL(url, 'http://vault');
      const [status, answer] = vault.#answer(method, place, token, body === '' ? {} : JSON.parse(body));
      json(response, answer, status);
    });
    return vault;
  }

  get url(): string {
    return this.server.current?.url ?? '';
  }

  stop(): Promise<void> {
    return this.server.current?.stop() ?? Promise.resolve();
  }

  /** Writes a version of a secret in the mount `secret`; null deletes the newest. */
  put(path: string, data: JsonObject | null): void {
    const versions = this.secrets.get(path) ?? [];
    this.secrets.set(path, [...versions, { data, at: '2026-03-22T02:24:06.945319214Z' }]);
  }

  issue({ ttl, renewable }: Pick<VaultToken, 'ttl' | 'renewable'>): string {
    this.#issued += 1;
    const token = `hvs.issued-token-${this.#issued}`;
    this.tokens.set(token, { ttl, renewable, ends: ttl === 0 ? undefined : Date.now() + ttl * 1_000 });
    return token;
  }

  #answer(method: string, url: URL, token: string | undefined, body: JsonObject): [number, unknown] {
    if (this.isSealed) return [503, { errors: ['Vault is sealed'] }];
    const path = decodeURIComponent(url.pathname).replace('/v1/', '');
    if (method === 'POST' && path === 'auth/approle/login') {
      const { roleId, secretId, token: lease } = this.appRole;
      const isRight = body['role_id'] === roleId && body['secret_id'] === secretId;
      return isRight ? [200, this.#auth(lease)] : [400, { errors: ['invalid role or secret ID'] }];
    }
    if (method === 'POST' && path === 'auth/kubernetes/login') {
      const { role, jwt, token: lease } = this.kubernetes;
      const isRight = body['role'] === role && body['jwt'] === jwt;
      return isRight ? [200, this.#auth(lease)] : [403, { errors: ['permission denied'] }];
    }
    const known = this.tokens.get(token ?? '');
    const refused: [number, unknown] = [403, { errors: ['permission denied'] }];
    if (!known || (known.ends !== undefined && known.ends <= Date.now())) return refused;
    if (this.denied.some((prefix) => path.startsWith(prefix))) {
      return [403, { errors: [`1 error occurred:\n\t* permission denied\n\n`] }];
    }
    if (path === 'auth/token/lookup-self') {
      const left = known.ends === undefined ? 0 : Math.ceil((known.ends - Date.now()) / 1_000);
      return [
        200,
        { data: { ttl: left, renewable: known.renewable, display_name: 'svc', policies: ['svc'] } },
      ];
    }
    if (path === 'auth/token/renew-self') {
      if (!known.renewable) return [400, { errors: ['lease is not renewable'] }];
      known.ends = Date.now() + known.ttl * 1_000;
      return [200, { auth: { client_token: token, lease_duration: known.ttl, renewable: true } }];
    }
    return this.#engine(path, url.searchParams.get('list') === 'true');
  }

  #engine(path: string, isList: boolean): [number, unknown] {
    const [mount, ...rest] = path.split('/');
    if (mount !== 'secret') {
      return [404, { errors: [`no handler for route "${path}". route entry not found.`] }];
    }
    const name = rest.slice(this.version === 2 ? 1 : 0).join('/');
    if (isList) {
      const folder = name.replace(/\/$/, '');
      const below = [...this.secrets.keys()].filter((each) => folder === '' || each.startsWith(`${folder}/`));
      const rests = below.map((each) => each.slice(folder === '' ? 0 : folder.length + 1));
      const keys = new Set(rests.map((each) => each.replace(/\/.*/, '/')));
      return keys.size === 0 ? [404, { errors: [] }] : [200, { data: { keys: [...keys].sort() } }];
    }
    if (this.version === 2 && rest[0] !== 'data') {
      const warning = 'Invalid path for a versioned K/V secrets engine.';
      return [404, { errors: [], warnings: [warning], data: null }];
    }
    const versions = this.secrets.get(name);
    const newest = versions?.at(-1);
    if (!versions || !newest) return [404, { errors: [] }];
    if (this.version === 1) return [200, { data: newest.data, lease_duration: 2764800, renewable: false }];
    const metadata = {
      created_time: newest.at,
      custom_metadata: null,
      deletion_time: newest.data === null ? newest.at : '',
      destroyed: false,
      version: versions.length,
    };
    return [newest.data === null ? 404 : 200, { data: { data: newest.data, metadata } }];
  }

  #auth(lease: Pick<VaultToken, 'ttl' | 'renewable'>) {
    const token = this.issue(lease);
    return {
      auth: {
        client_token: token,
        lease_duration: lease.ttl,
        renewable: lease.renewable,
        policies: ['default', 'svc'],
        token_type: 'service',
      },
    };
  }
}
