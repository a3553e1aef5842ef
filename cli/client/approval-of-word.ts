import type { Approval } from '../../controller/security/approvals/contract.js';
import { exitCodes, Failure } from '../contract/failure.js';
import { allItems } from './noun-command.js';
import type { ApiClient } from './rest/api-client.js';
import { beginning, onlyId, wholeId } from './word-for-id.js';

/** Pending approvals that are looked at for the beginning of an id, the newest. */
const maxApprovals = 2_000;

export const approvalsPath = '/api/v1/platform/approvals';

/** The sentence of commands about the words that stand for an approval. */
export const approvalWords =
  'An approval is its id, or the first eight digits of it and more while it is pending.';

/**
 * Returns the path of the approval that a word stands for. There is no word for the newest: another one may come before a grant.
 * @throws Failure when no pending one begins so, or more than one
 */
export async function approvalPath(api: ApiClient, word: string): Promise<string> {
  return `${approvalsPath}/${encodeURIComponent(await findId(api, word))}`;
}

async function findId(api: ApiClient, word: string): Promise<string> {
  if (wholeId.test(word) || !beginning.test(word)) return word;
  const { items } = await allItems<Approval>(api, approvalsPath, { status: 'pending' }, maxApprovals);
  const ids = items.map(({ id }) => id).filter((id) => id.startsWith(word));
  const id = onlyId(word, ids, 'pending approvals');
  if (id !== undefined) return id;
  const hint = 'List them with `svc approvals list`.';
  throw new Failure(exitCodes.usage, `No pending approval has an id that begins with \`${word}\``, [hint]);
}
