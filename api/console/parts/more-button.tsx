import type { ReactElement } from 'react';
import { texts } from '../texts/texts.js';

/** Fetches the next page of a list. */
export function MoreButton({
  list,
}: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}): ReactElement | null {
  if (!list.hasNextPage) return null;
  return (
    <div>
      <button
        type="button"
        className="button"
        disabled={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {texts.actions.showMore}
      </button>
    </div>
  );
}
