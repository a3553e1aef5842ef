import type { Json } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import type { ProvidedSecret, SecretProvider } from '../../vault/secret-provider.js';
import { type Answer, urlPath } from '../shared/client.js';
import { getTexts, requireSmall } from '../shared/values.js';
import { failure, reasons } from './failure.js';
import type { VaultSession } from './session.js';

export interface VaultOptions {
  session: Pick<VaultSession, 'send'>;
  address: string;
  /** The path at which the key-value engine is mounted. */
  mount: string;
  /** The version of the engine. */
  version: 1 | 2;
  /** The folder in the engine; `''` for all of it. */
  path: string;
}

/** Folders that one listing looks into. */
const maxFolders = 100;

/** Secrets in a key-value engine of HashiCorp Vault or OpenBao (HTTP API of the engines KV 1 and KV 2). */
export class VaultProvider implements SecretProvider {
  readonly type = 'vault';

  constructor(private readonly options: VaultOptions) {}

  get location(): string {
    const { address, mount, path } = this.options;
    return `\`${[mount, path].filter((part) => part !== '').join('/')}\` in Vault at ${address}`;
  }

  async read(path: string): Promise<ProvidedSecret | undefined> {
    const { version, path: folder } = this.options;
    if (folder === '' && path === '') return undefined;
    const place = this.#place('data', path);
    const answer = await this.options.session.send({ path: place });
    if (isMissing(answer)) return undefined;
    if (answer.status !== 200)
      throw this.#failure(answer, `the read of \`${place.slice(1)}\``, place, 'read');
    const outer = objectOr(objectOr(answer.body)['data']);
    const data = version === 2 ? outer['data'] : outer;
    if (!isObject(data)) return undefined;
    const { version: number, created_time: time } = version === 2 ? objectOr(outer['metadata']) : {};
    const values = requireSmall(getTexts(data), `\`${place.slice(1)}\` in Vault`);
    return { values, version: typeof number === 'number' ? number : undefined, changedAt: findDate(time) };
  }

  async list(max: number, signal: AbortSignal): Promise<string[]> {
    const paths: string[] = [];
    const folders = [''];
    for (let looked = 0; looked < maxFolders && paths.length < max; looked++) {
      const folder = folders.shift();
      if (folder === undefined) break;
      const place = this.#place('metadata', folder);
      const answer = await this.options.session.send({ path: `${place}/?list=true`, signal });
      if (isMissing(answer)) continue;
      if (answer.status !== 200)
        throw this.#failure(answer, `the list of \`${place.slice(1)}\``, place, 'list');
      const { keys } = objectOr(objectOr(answer.body)['data']);
      for (const key of Array.isArray(keys) ? keys.map(String) : []) {
        if (key.endsWith('/')) folders.push(folder + key);
        else paths.push(folder + key);
      }
    }
    return paths.slice(0, max);
  }

  /** Looks up the token, which shows that Vault is unsealed, answers, and knows svc. */
  async check(signal: AbortSignal): Promise<string> {
    const answer = await this.options.session.send({ path: '/auth/token/lookup-self', signal });
    if (answer.status !== 200) throw failure(answer, 'the lookup of the token of svc', this.options.address);
    const { ttl } = objectOr(objectOr(answer.body)['data']);
    const rest = typeof ttl === 'number' && ttl > 0 ? `, valid for another ${ttl} s` : '';
    return `Vault at ${this.options.address} answers and accepts the token of svc${rest}`;
  }

  /** Returns the path of a request; `kind` is part of it in version 2. */
  #place(kind: 'data' | 'metadata', path: string): string {
    const { mount, version, path: folder } = this.options;
    return urlPath(mount, ...(version === 2 ? [kind] : []), folder, path);
  }

  #failure(answer: Answer, what: string, place: string, right: string) {
    const hint = `Give svc a policy in Vault with \`path "${place.slice(1)}" { capabilities = ["${right}"] }\`, and check \`Mount\`, \`Version\` and \`Path\` of the provider.`;
    return failure(answer, what, this.options.address, hint);
  }
}

/** True when there is no secret: 404 without a reason. A wrong mount or version of the engine is 404 with one. */
function isMissing(answer: Answer): boolean {
  return answer.status === 404 && reasons(answer).length === 0;
}

function findDate(text: Json | undefined): Date | undefined {
  const date = typeof text === 'string' ? new Date(text) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}
