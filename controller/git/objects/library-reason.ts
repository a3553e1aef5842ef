import { Errors } from 'isomorphic-git';

/** Returns the text of an error without the request of isomorphic-git to report a fault of the library. */
export function libraryReason(cause: unknown): string {
  if (cause instanceof Errors.InternalError) return cause.data.message;
  return cause instanceof Error ? cause.message : String(cause);
}
