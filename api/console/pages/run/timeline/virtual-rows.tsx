import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { moveRowFocus } from '../../../parts/row-focus.js';

const rowHeight = 40;
const steps = { ArrowDown: 1, ArrowUp: -1 };

interface VirtualRowsProps {
  /** Unique for each row, in their order. */
  keys: readonly string[];
  /** Index of a row that is brought into view once it is there. */
  first?: number | undefined;
  children: (index: number) => ReactNode;
}

/** Rows of a timeline; only those in view are in the page. Arrow keys go from line to line. */
export function VirtualRows({ keys, first, children }: VirtualRowsProps): ReactElement {
  const list = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  // The parts above may grow at any time.
  useEffect(() => {
    const measure = () => {
      const { top } = list.current?.getBoundingClientRect() ?? { top: 0 };
      setOffset(Math.round(top + scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keys[index] ?? index,
    overscan: 15,
    scrollMargin: offset,
  });
  const isReady = first !== undefined && offset > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later change of the rows moves nothing that a person reads
  useEffect(() => {
    if (isReady && first > visibleRows) virtualizer.scrollToIndex(first, { align: 'center' });
  }, [isReady, first]);
  return (
    <div
      ref={list}
      className="timeline-rows"
      role="list"
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDown={(event) => moveRowFocus(event, steps)}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <div
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          className="timeline-row"
          role="listitem"
          aria-setsize={keys.length}
          aria-posinset={index + 1}
          style={{ transform: `translateY(${start - offset}px)` }}
        >
          {children(index)}
        </div>
      ))}
    </div>
  );
}

/** Rows that stand in view without being brought there. */
const visibleRows = 12;
