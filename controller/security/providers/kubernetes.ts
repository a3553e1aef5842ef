import { readFile } from 'node:fs/promises';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { Problem } from '../../problems/index.js';
import type { ProvidedSecret, SecretProvider } from '../vault/secret-provider.js';
import { type Answer, isTemporary, type ProviderClient, urlPath } from './shared/client.js';
import { decoded, requireSmall } from './shared/values.js';

export interface KubernetesOptions {
  client: ProviderClient;
  /** Undefined for the namespace that svc runs in. */
  namespace: string | undefined;
  /** A file with the token of the service account, which Kubernetes replaces before the token ends. */
  tokenFile: string;
}

interface ServerAnswer {
  status: number;
  body: JsonObject;
  /** The text of the API server for a refusal. */
  message: string;
}

/** The name of a namespace beside the token, where Kubernetes mounts it. */
const namespaceFile = '/var/run/secrets/kubernetes.io/serviceaccount/namespace';
/** RFC 1123 subdomain: the names that `Secret` objects can have. */
const nameShape = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;
const pageSize = '500';
/** Answers with names and without data. */
const onlyMetadata = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

/** The `Secret` objects of one namespace, read through the API server (Kubernetes API v1) with the rights of svc's account. */
export class KubernetesProvider implements SecretProvider {
  readonly type = 'kubernetes';

  constructor(private readonly options: KubernetesOptions) {}

  get location(): string {
    const { namespace, client } = this.options;
    return `${namespace === undefined ? 'the own namespace' : `the namespace ${namespace}`} at ${client.address}`;
  }

  async read(path: string): Promise<ProvidedSecret | undefined> {
    if (!nameShape.test(path)) return undefined;
    const namespace = await this.#namespace();
    const { status, body, message } = await this.#ask('GET', secretsPath(namespace, path));
    if (status === 404) return undefined;
    if (status !== 200) throw refused(`The Secret \`${path}\` cannot be read: ${message}`, namespace);
    const data = Object.entries(objectOr(body['data']));
    const bytes = data.map(([key, value]) => [key, Buffer.from(String(value), 'base64')] as const);
    const { creationTimestamp } = objectOr(body['metadata']);
    const changedAt = findDate(creationTimestamp);
    return { values: requireSmall(decoded(bytes), `The Secret \`${path}\``), changedAt };
  }

  async list(max: number, signal: AbortSignal): Promise<string[]> {
    const namespace = await this.#namespace();
    const names: string[] = [];
    for (let next = ''; ; ) {
      const query = new URLSearchParams({ limit: pageSize, ...(next === '' ? {} : { continue: next }) });
      const path = `${secretsPath(namespace)}?${query}`;
      const { status, body, message } = await this.#ask('GET', path, { signal, accept: onlyMetadata });
      if (status !== 200) throw refused(`The Secrets cannot be listed: ${message}`, namespace);
      const items = Array.isArray(body['items']) ? body['items'] : [];
      names.push(...items.map((item) => String(objectOr(objectOr(item)['metadata'])['name'])));
      next = String(objectOr(body['metadata'])['continue'] ?? '');
      if (next === '' || names.length >= max) return names.slice(0, max);
    }
  }

  /** Asks for the rights of svc (SelfSubjectRulesReview), which may be limited to some names. */
  async check(signal: AbortSignal): Promise<string> {
    const namespace = await this.#namespace();
    const body: JsonObject = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectRulesReview',
      spec: { namespace },
    };
    const path = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';
    const answer = await this.#ask('POST', path, { signal, body });
    if (answer.status !== 200 && answer.status !== 201) throw refused(answer.message, namespace);
    const { resourceRules, incomplete } = objectOr(answer.body['status']);
    const rules = (Array.isArray(resourceRules) ? resourceRules : []).map(objectOr).filter(mayGetSecrets);
    const names = rules.map(({ resourceNames }) => resourceNames);
    const isLimited = names.every((each) => Array.isArray(each) && each.length > 0);
    if (rules.length > 0) {
      const which = isLimited ? `the Secrets ${names.flat().join(', ')}` : 'the Secrets';
      return `svc may read ${which} of the namespace ${namespace}`;
    }
    // A webhook that authorises does not report all its rules.
    if (incomplete === true) return `The API server answers, and does not report the rights of svc`;
    throw refused(`svc may not read the Secrets of the namespace ${namespace}`, namespace);
  }

  /** @throws Problem secret_provider_unavailable, secret_provider_refused */
  async #ask(
    method: 'GET' | 'POST',
    path: string,
    { signal, accept, body }: { signal?: AbortSignal; accept?: string; body?: JsonObject } = {},
  ): Promise<ServerAnswer> {
    const { client, tokenFile } = this.options;
    const token = await readText(tokenFile);
    const headers = { authorization: `Bearer ${token}`, accept: accept ?? 'application/json' };
    const request = { method, path, headers, credentials: [token], signal, ...(body ? { body } : {}) };
    const answer = await client.send(request);
    const message = getMessage(answer);
    if (isTemporary(answer.status)) {
      throw new Problem('secret_provider_unavailable', `The API server at ${client.address}: ${message}`);
    }
    if (answer.status === 401) {
      throw new Problem(
        'secret_provider_refused',
        `The API server at ${client.address} does not accept the token in ${tokenFile}: ${message}`,
      );
    }
    return { status: answer.status, body: objectOr(answer.body), message };
  }

  async #namespace(): Promise<string> {
    return this.options.namespace ?? readText(namespaceFile);
  }
}

/** Reads a small file without the white space around its text. @throws Problem secret_provider_unavailable */
async function readText(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    const detail = `${file} cannot be read: ${(cause as Error).message}`;
    throw new Problem('secret_provider_unavailable', detail, { cause });
  }
}

function mayGetSecrets({ verbs, apiGroups, resources }: JsonObject): boolean {
  const has = (list: Json | undefined, name: string) =>
    Array.isArray(list) && (list.includes(name) || list.includes('*'));
  return has(verbs, 'get') && has(apiGroups, '') && has(resources, 'secrets');
}

function secretsPath(namespace: string, ...name: readonly string[]): string {
  return urlPath('api/v1/namespaces', namespace, 'secrets', ...name);
}

/** Returns the text of a `Status` object, in which the API server explains a refusal. */
function getMessage({ status, body }: Answer): string {
  const { message } = objectOr(body);
  return typeof message === 'string' && message !== '' ? message : `it answered with ${status}`;
}

function refused(detail: string, namespace: string): Problem {
  return new Problem('secret_provider_refused', detail, {
    hints: [
      `Give the service account of svc a Role in the namespace \`${namespace}\` with the verb \`get\` (and \`list\`, to list names) on the resource \`secrets\`.`,
    ],
  });
}

function findDate(text: Json | undefined): Date | undefined {
  const date = typeof text === 'string' ? new Date(text) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}
