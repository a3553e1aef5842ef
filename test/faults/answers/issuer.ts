import type { Random } from '../random.js';
import { answerFaults } from './broken-answers.js';
import { type Errand, inside, type Performed } from './errand.js';
import { LyingServer } from './lying-server.js';
import type { AnsweredService } from './service.js';

const faults = [...answerFaults.keys()];
const coded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The OpenID Connect issuer of the service, which has its metadata and keys. */
export class LyingIssuer implements Errand {
  readonly name = 'issuer';
  readonly share = 0.15;
  /** True once the service has the keys, which it keeps. */
  #isKnown = false;

  private constructor(private readonly server: LyingServer) {}

  static async start(): Promise<LyingIssuer> {
    const server: LyingServer = await LyingServer.start(({ url }) => ({
      headers: ['Content-Type: application/json'],
      body: Buffer.from(
        JSON.stringify(
          url === '/keys' ? { keys: [] } : { issuer: server.url, jwks_uri: `${server.url}/keys` },
        ),
      ),
    }));
    return new LyingIssuer(server);
  }

  get settings(): string {
    return `Auth: { Oidc: { Issuer: '${this.server.url}', Audience: svc } }\n`;
  }

  /** Asks with a token whose key the issuer does not have: it is refused, or cannot be judged. */
  async perform({ service }: AnsweredService, random: Random): Promise<Performed> {
    const fault = random.pick(faults);
    const { end = 'completed' } = answerFaults.get(fault) ?? {};
    this.server.arm(fault, random, random.whole(0, 1));
    const claims = {
      iss: this.server.url,
      aud: 'svc',
      sub: 'ada',
      exp: Math.floor(Date.now() / 1_000) + 600,
    };
    const token = `${coded({ alg: 'RS256', kid: `k-${random.next()}` })}.${coded(claims)}.c2lnbmF0dXJl`;
    const headers = { authorization: `Bearer ${token}`, 'x-api-key': '' };
    const answer = await service.request('/api/v1/platform/auth/me', { headers });
    const text = await answer.text();
    const wasBroken = this.server.brokenCount > 0 && end === 'faulted';
    this.server.disarm();
    const { code = '' } = JSON.parse(text) as { code?: string };
    const isRight = answer.status === 503 ? code === 'oidc_unavailable' : answer.status === 401;
    if (answer.status === 401) this.#isKnown = true;
    const isJudged = wasBroken && !this.#isKnown && answer.status !== 503;
    if (!isRight || isJudged || inside.test(text))
      return { fault, wrong: `a token was answered ${answer.status}: ${text.slice(0, 500)}` };
    return { fault };
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}
