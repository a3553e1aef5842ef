import type { JsonObject } from '../../../schemas/json.js';
import type { CommitStatus } from '../contract.js';

const MAX_DESCRIPTION = 140;

/** The body that GitHub and Gitea both take. `svc` stands beside the checks of others. */
export function statusBody({ state, description }: CommitStatus, targetUrl: string | undefined): JsonObject {
  const isLong = description.length > MAX_DESCRIPTION;
  return {
    state,
    description: isLong ? `${description.slice(0, MAX_DESCRIPTION - 1)}…` : description,
    context: 'svc',
    ...(targetUrl === undefined ? {} : { target_url: targetUrl }),
  };
}
