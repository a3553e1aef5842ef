import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from './icon.js';
import { MoreButton } from './more-button.js';
import { Nothing } from './nothing.js';
import { ProblemNote } from './problem-note.js';
import './rows.css';

interface PagedListProps<Item> {
  list: {
    data?: { pages: readonly { items: readonly Item[] }[] } | undefined;
    error: unknown;
    isPending: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  /** Says that the list is on its way, for screen readers. */
  loading: string;
  none: { icon: IconName; title: string; detail: string };
  /** The button above the list; left out for those who may not use it. */
  create?: { text: string; onPress: () => void };
  /** Returns the row of an item, with its key. */
  children: (item: Item) => ReactNode;
}

/** A list that comes in pages: above its rows the button that adds one, below them the way to the rest. */
export function PagedList<Item>({
  list,
  loading,
  none,
  create,
  children,
}: PagedListProps<Item>): ReactElement {
  const items = list.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      {create && items ? (
        <div>
          <button type="button" className="button button-main" onClick={create.onPress}>
            <Icon name="plus" />
            {create.text}
          </button>
        </div>
      ) : null}
      {list.error ? <ProblemNote error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <span className="skeleton rows-waiting" role="status" aria-label={loading} /> : null}
      {items?.length === 0 ? <Nothing {...none} /> : null}
      {items && items.length > 0 ? <ul className="card rows">{items.map(children)}</ul> : null}
      <MoreButton list={list} />
    </>
  );
}
