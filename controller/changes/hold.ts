import type { CommitText, Trailer } from '../repository/index.js';

/** The trailer of a commit that the sync must not undo; its value is `<type>/<name>`. Messages cannot forge it. */
const key = 'Svc-Hold';

export interface EntityName {
  type: string;
  name: string;
}

export function holdTrailer({ type, name }: EntityName): Trailer {
  return { key, value: `${type}/${name}` };
}

/** `<type>/<name>` of the entity that a commit holds. */
export function heldEntity({ trailers }: Pick<CommitText, 'trailers'>): string | undefined {
  return trailers.find((trailer) => trailer.key === key)?.value;
}

export function withHold(commit: CommitText, entity: EntityName): CommitText {
  return { ...commit, trailers: [...commit.trailers, holdTrailer(entity)] };
}

export function withoutHold(commit: CommitText, entity: EntityName): CommitText {
  const { value } = holdTrailer(entity);
  return {
    ...commit,
    trailers: commit.trailers.filter((trailer) => trailer.key !== key || trailer.value !== value),
  };
}
