import type { Json, JsonObject } from '../../../schemas/json.js';
import type { RepositoryEvent } from './contract.js';

const HEADS = 'refs/heads/';

export function objectOf(value: Json | undefined): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Most senders name the ref in full, under `ref`. A tag is nothing to us. */
export function pushOf(payload: Json): RepositoryEvent {
  const { ref } = objectOf(payload);
  if (typeof ref !== 'string') return { kind: 'unknown' };
  return ref.startsWith(HEADS)
    ? { kind: 'push', branches: [ref.slice(HEADS.length)] }
    : { kind: 'unrelated' };
}

/** `create` and `delete` of GitHub and Gitea: a branch by its short name. */
export function refOf(payload: Json): RepositoryEvent {
  const { ref, ref_type: type } = objectOf(payload);
  if (typeof ref !== 'string') return { kind: 'unknown' };
  return type === 'branch' ? { kind: 'push', branches: [ref.replace(HEADS, '')] } : { kind: 'unrelated' };
}
