import { STATUS_CODES } from 'node:http';
import { shortened } from '../../../../schemas/shortened.js';
import { SharedWork } from '../../../concurrency/shared-work.js';
import { ConnectorError } from '../../contract/connector.js';
import { type AwsKeys, signAws } from './aws.js';
import { type AwsAuth, type AwsRole, getStsUrl } from './aws-schema.js';
import type { ServerClock } from './server-clock.js';
import { repeatedSecrets, withoutSecrets } from './without-secrets.js';

interface RoleKeys {
  readonly keys: AwsKeys;
  /** ms since the epoch, by the clock of the server. */
  readonly endsAt: number;
}

interface Access {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** Keys are replaced this long before they end, in ms. */
const margin = 60_000;

/** The keys of a connection: its own, or those of its role. */
export class AwsKeySource {
  readonly #requests = new SharedWork<RoleKeys>();
  #current: RoleKeys | undefined;

  constructor(
    private readonly auth: AwsAuth,
    private readonly clock: ServerClock,
  ) {}

  /** Returns the keys; those of a role are asked for once for all callers, and again shortly before they end. @throws ConnectorError */
  async get({ fetch, signal }: Access): Promise<AwsKeys> {
    const { role } = this.auth;
    if (!role) return this.auth;
    if (this.#current && this.#current.endsAt - margin > this.clock.now()) return this.#current.keys;
    const { keys } = await this.#requests.run('', signal, async (own) => {
      this.#current = await this.#assume(role, { fetch, signal: own });
      return this.#current;
    });
    return keys;
  }

  /** Asks for the keys of the role (AWS Security Token Service, AssumeRole). A refused request is sent once more by the clock of the server. */
  async #assume(role: AwsRole, { fetch, signal }: Access): Promise<RoleKeys> {
    const address = getStsUrl(this.auth.region, role);
    const ask = async () => {
      const request = getAssumeRequest(role, address);
      await signAws(request, {
        keys: this.auth,
        region: this.auth.region,
        service: 'sts',
        now: this.clock.now(),
      });
      const { method, url, headers, body } = request;
      const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' });
      return { response, headers };
    };
    const { response, headers } = await this.clock.askAgain(ask, [400, 401, 403]);
    const fields = await readElements(await response.text());
    const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, SessionToken: sessionToken } = fields;
    const endsAt = Date.parse(fields['Expiration'] ?? '');
    if (response.ok && accessKeyId && secretAccessKey && sessionToken && !Number.isNaN(endsAt))
      return { keys: { accessKeyId, secretAccessKey, sessionToken }, endsAt };
    throw this.#refused(role, response.status, fields, repeatedSecrets([this.auth], headers));
  }

  #refused(
    role: AwsRole,
    status: number,
    fields: Readonly<Record<string, string>>,
    secrets: string[],
  ): ConnectorError {
    const said = [fields['Code'], fields['Message']].filter((each) => each !== undefined).join(': ');
    const reason = said === '' ? '' : ` (${shortened(withoutSecrets(said, secrets), 500)})`;
    const { host } = new URL(getStsUrl(this.auth.region, role));
    const detail = `${host} answered ${status}${reason} to the request for the keys of the role \`${role.arn}\``;
    if (status >= 500 || status === 429)
      return new ConnectorError('communication', status, STATUS_CODES[status] ?? 'Error', detail);
    const { remark } = this.clock;
    const advice = `Check that the role trusts the user of the access key, and \`externalId\`.${remark === undefined ? '' : ` ${remark}`}`;
    return new ConnectorError('authentication', 401, 'Sign-in refused', `${detail}. ${advice}`);
  }
}

function getAssumeRequest(
  { arn, externalId, sessionName = 'svc', duration = 3_600 }: AwsRole,
  address: string,
) {
  const form = new URLSearchParams({
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: arn,
    RoleSessionName: sessionName,
    DurationSeconds: String(duration),
  });
  if (externalId !== undefined) form.set('ExternalId', externalId);
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' });
  return { method: 'POST', url: new URL(address), headers, body: form.toString() };
}

/** Returns the text of each element that has one, by its name; the first of a name. An answer that is no XML has none. */
async function readElements(text: string): Promise<Record<string, string>> {
  const { SaxesParser } = await import('saxes');
  const texts: Record<string, string> = Object.create(null);
  const parser = new SaxesParser();
  let content = '';
  let isFaulty = false;
  parser.on('error', () => {
    isFaulty = true;
  });
  parser.on('opentag', () => {
    content = '';
  });
  parser.on('text', (part) => {
    content += part;
  });
  parser.on('closetag', ({ name }) => {
    if (content.trim() !== '') texts[name] ??= content.trim();
    content = '';
  });
  parser.write(text.slice(0, 64 * 1024)).close();
  return isFaulty ? {} : texts;
}
