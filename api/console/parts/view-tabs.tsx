import { Link, type LinkOptions } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef } from 'react';
import './tabs.css';

interface ViewTabsProps<View extends string> {
  label: string;
  /** The first one is that of the page without a choice in its address. */
  views: readonly View[];
  current: View;
  texts: Readonly<Record<View, string>>;
  /** Returns the address of the page with a view; undefined for the first one. */
  getAddress: (view: View | undefined) => LinkOptions;
}

/** The views of a page: the choice stands in its address, and the page stays where it is scrolled to. */
export function ViewTabs<View extends string>({
  label,
  views,
  current,
  texts,
  getAddress,
}: ViewTabsProps<View>): ReactElement {
  const list = useRef<HTMLElement>(null);
  // On a phone, the tabs are wider than the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is the present one
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - list.current.offsetLeft;
  }, [current]);
  return (
    <nav ref={list} className="tabs" aria-label={label}>
      {views.map((view) => (
        <Link
          key={view}
          {...getAddress(view === views[0] ? undefined : view)}
          activeOptions={{ exact: true, explicitUndefined: true }}
          replace
          resetScroll={false}
          className="tab"
          aria-current={view === current ? 'page' : undefined}
        >
          {texts[view]}
        </Link>
      ))}
    </nav>
  );
}
