import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from '../../parts/icon.js';
import { MoreButton } from '../../parts/more-button.js';
import { Nothing } from '../../parts/nothing.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { texts } from '../../texts/texts.js';

interface PeopleListProps<Item> {
  list: {
    data?: { pages: readonly { items: readonly Item[] }[] } | undefined;
    error: unknown;
    isPending: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  none: { icon: IconName; title: string; detail: string };
  /** The button above the list; left out for those who may not use it. */
  create?: { text: string; onPress: () => void };
  /** Returns the row of an item, with its key. */
  children: (item: Item) => ReactNode;
}

/** A list of the page: what creates one, the rows, and the rest of them. */
export function PeopleList<Item>({ list, none, create, children }: PeopleListProps<Item>): ReactElement {
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
      {list.isPending ? (
        <span className="skeleton rows-waiting" role="status" aria-label={texts.people.loading} />
      ) : null}
      {items?.length === 0 ? <Nothing {...none} /> : null}
      {items && items.length > 0 ? <ul className="card rows">{items.map(children)}</ul> : null}
      <MoreButton list={list} />
    </>
  );
}
