import { isSameSecret } from '../../security/signatures/compare.js';

/** The task and the principal that a link belongs to. */
export interface LinkHolder {
  readonly id: string;
  readonly assignee: string;
}

/** The path of the page that a link leads to. */
const linkPath = '/api/v1/platform/human-task-links/';
/** The mask of secrets knows this prefix. */
const prefix = 'svch_';

/**
 * Links to the page where one assignee completes one task. A link is signed and not stored; it is the same whenever it is
 * made, and ends with its task.
 */
export class HumanTaskLinks {
  /** @param address the address of the service, which may change until it listens */
  constructor(
    private readonly sign: (text: string) => string,
    private readonly address: { readonly url: string },
  ) {}

  getHolderLink(holder: LinkHolder): string {
    return `${this.address.url}${linkPath}${this.getToken(holder)}`;
  }

  getToken({ id, assignee }: LinkHolder): string {
    const content = Buffer.from(JSON.stringify([id, assignee])).toString('base64url');
    return `${prefix}${content}.${this.sign(`human task ${content}`)}`;
  }

  /** Returns undefined for a token that svc did not sign. */
  read(token: string): LinkHolder | undefined {
    const [content = '', signature = '', more] = token.slice(prefix.length).split('.', 3);
    if (!token.startsWith(prefix) || more !== undefined) return undefined;
    if (!isSameSecret(signature, this.sign(`human task ${content}`))) return undefined;
    const [id, assignee] = JSON.parse(Buffer.from(content, 'base64url').toString()) as [string, string];
    return { id, assignee };
  }
}
