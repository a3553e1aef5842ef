import { fencedFetch } from '../../../connectors/index.js';
import { type FlowError, standardError } from '../../../flows/index.js';
import { Problem, sentence, toHintText } from '../../../problems/index.js';
import type { HostFence } from '../../../security/policy/host-fence.js';
import type { SecretPolicy, SecretUse, SecretUser } from '../../../security/policy/secret-policy.js';
import type { Sealing } from '../../../security/vault/contract.js';
import type { RunDocuments } from '../../journal/run-documents.js';

/** A run, or a caller outside of runs, whose requests the policy judges. */
export interface RequestUser {
  readonly branch: string;
  readonly documents: RunDocuments;
}

/** As `RequestUser`, with its reads of secrets. */
interface SecretReader extends RequestUser {
  /** Called after each read of a secret. */
  secretUsed(path: string): void;
}

/** Asks the policy of secrets on behalf of runs and callers; its refusals become errors of flows. */
export class SecretAccess {
  constructor(
    private readonly policy: Pick<SecretPolicy, 'read' | 'require' | 'fence' | 'trusts' | 'getPaths'>,
    private readonly sealing: Pick<Sealing, 'mask'>,
  ) {}

  /** Returns the values of a secret. @throws FlowError */
  async read(user: SecretReader, path: string, use: SecretUse): Promise<Readonly<Record<string, string>>> {
    const values = await this.policy
      .read(secretUser(user), path, use)
      .catch((error: unknown) => this.#refused(error));
    user.secretUsed(path);
    return values;
  }

  /** Returns the paths that a path means to the user, for a use that is allowed; not empty. @throws FlowError */
  async getPaths(user: RequestUser, path: string, use: SecretUse): Promise<string[]> {
    await this.fence(user, use);
    return this.policy.getPaths(secretUser(user), path).catch((error: unknown) => this.#refused(error));
  }

  /** Refuses a cached answer that was made with secrets which the user may not use, or no longer. @throws FlowError */
  async require({ branch, documents }: RequestUser): Promise<void> {
    const { environment } = documents;
    await this.policy.require({ branch, environment }).catch((error: unknown) => this.#refused(error));
  }

  /** Returns the places that a use of secrets may reach; undefined for all. @throws FlowError */
  async fence(user: RequestUser, use: SecretUse): Promise<HostFence | undefined> {
    if (this.policy.trusts(user.branch)) return undefined;
    return this.policy.fence(secretUser(user), use).catch((error: unknown) => this.#refused(error));
  }

  /** As `fence`, for what a run does besides, which may carry the secrets that the run reads. @throws FlowError */
  async runFence(user: RequestUser, use: SecretUse): Promise<HostFence | undefined> {
    return user.documents.readsSecrets ? this.fence(user, use) : undefined;
  }

  /** Returns `fetch` for the requests of a run; each is judged when it is sent. */
  fetchFor(user: RequestUser, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    if (this.policy.trusts(user.branch) || !user.documents.readsSecrets) return fetch;
    return fencedFetch(fetch, () => this.fence(user, { kind: 'read' }));
  }

  /** @throws FlowError for a problem; any other error unchanged */
  #refused(error: unknown): never {
    if (!(error instanceof Problem)) throw error;
    const detail = this.sealing.mask([sentence(error.message), ...error.hints.map(toHintText)].join(' '));
    const { code, status, title } = error;
    if (code === 'host_not_allowed')
      throw standardError('authorization', { title, status, detail, code, cause: error });
    throw code === 'secret_provider_unavailable' ? unanswered(detail, error) : unavailable(detail, error);
  }
}

function secretUser({ branch, documents }: RequestUser): SecretUser {
  const { environment, secretsPrefix } = documents;
  return { branch, environment, secretsPrefix };
}

/** A failure that a retry may help against, as that of a server. */
function unanswered(detail: string, cause: Problem): FlowError {
  const { code, status } = cause;
  return standardError('communication', {
    title: 'Secret provider not available',
    status,
    detail,
    code,
    cause,
  });
}

export function unavailable(detail: string, cause?: Problem): FlowError {
  return standardError('authorization', { title: 'Secret not available', detail, cause });
}
