import type { Json } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import type { RepositoryEvent } from './contract.js';

const HEADS = 'refs/heads/';

/** Reads a push: most senders give the full name of the ref in `ref`. A tag is unrelated. */
export function getPush(payload: Json): RepositoryEvent {
  const { ref } = objectOr(payload);
  if (typeof ref !== 'string') return { kind: 'unknown' };
  const branch = findBranch(ref);
  return branch === undefined ? { kind: 'unrelated' } : { kind: 'push', branches: [branch] };
}

/** Returns the branch that a full name of a ref names; undefined for a tag. */
export function findBranch(ref: Json | undefined): string | undefined {
  return typeof ref === 'string' && ref.startsWith(HEADS) ? ref.slice(HEADS.length) : undefined;
}

/** Reads `create` and `delete` of GitHub and Gitea, which give the short name of a branch. */
export function getRef(payload: Json): RepositoryEvent {
  const { ref, ref_type: type } = objectOr(payload);
  if (typeof ref !== 'string') return { kind: 'unknown' };
  return type === 'branch' ? { kind: 'push', branches: [ref.replace(HEADS, '')] } : { kind: 'unrelated' };
}

/** The actions of GitHub and Gitea after which a pull request has another head or base. */
const pullRequestActions = new Set(['opened', 'reopened', 'synchronize', 'synchronized', 'edited']);

/** Reads a change of a pull request, as GitHub and Gitea send it. */
export function getPullRequest(payload: Json): RepositoryEvent {
  const { action } = objectOr(payload);
  const isMoved = typeof action === 'string' && pullRequestActions.has(action);
  return { kind: isMoved ? 'pull-request' : 'unrelated' };
}
