import type { Json, JsonObject } from '../../../schemas/json.js';
import { Problem } from '../../problems/index.js';
import type { PullRequest } from '../contract.js';

/** A pull request as GitHub and Gitea both write it. @throws Problem forge_failed when it is none */
export function parsePullRequest(body: Json): PullRequest {
  const { number, html_url: url, title, state, merged, merged_at: mergedAt, head, base } = objectOf(body);
  const { ref: headRef, sha } = objectOf(head);
  const { ref: baseRef } = objectOf(base);
  const { merge_commit_sha: revision } = objectOf(body);
  const isComplete =
    typeof number === 'number' &&
    typeof url === 'string' &&
    [headRef, sha, baseRef].every((each) => typeof each === 'string');
  if (!isComplete)
    throw new Problem('forge_failed', 'The forge answered with something that is no pull request');
  const isMerged = merged === true || typeof mergedAt === 'string';
  return {
    number,
    url,
    title: typeof title === 'string' ? title : '',
    state: isMerged ? 'merged' : state === 'open' ? 'open' : 'closed',
    head: String(headRef),
    headRevision: String(sha),
    base: String(baseRef),
    // While it is open, GitHub names a commit here that is on no branch.
    mergedRevision: isMerged && typeof revision === 'string' ? revision : undefined,
  };
}

export function objectOf(value: Json | undefined): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}
