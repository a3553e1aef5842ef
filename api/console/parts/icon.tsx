import type { ReactElement } from 'react';

/** Outlines in a square of 16, drawn with the colour of the text around them. */
const shapes = {
  alert: 'M8 5v3.5M8 11h.01M7.1 2.3 1.6 12a1 1 0 0 0 .9 1.5h11a1 1 0 0 0 .9-1.5L8.9 2.3a1 1 0 0 0-1.8 0Z',
  arrowRight: 'M3 8h10M9 4l4 4-4 4',
  bell: 'M8 2a3.5 3.5 0 0 0-3.500 3.500c0 3.500-1.500 4.500-1.500 5.500h10c0-1-1.500-2-1.500-5.500A3.5 3.5 0 0 0 8 2ZM6.5 13.500h3',
  branch:
    'M4.5 5v6M4.5 5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm0 6a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Zm7-5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm0 0c0 3-4 2.5-6.5 4.5',
  bulb: 'M6 13.500h4M6.5 11.500h3M5.7 9.600a4 4 0 1 1 4.6 0c-.5.4-.8.9-.8 1.400v.5h-3V11c0-.5-.3-1-.8-1.400Z',
  check: 'm3 8.5 3.5 3.500L13 4.5',
  chevronDown: 'm4 6 4 4 4-4',
  chevronRight: 'm6 4 4 4-4 4',
  clock: 'M8 4.500V8l2.5 1.500M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z',
  close: 'm4 4 8 8M12 4l-8 8',
  copy: 'M5.5 5.500h8v8h-8zM2.5 10.500v-8h8',
  cross: 'm5 5 6 6M11 5l-6 6',
  flow: 'M3 3h4v4H3zM9 9h4v4H9zM7 5h4v4',
  home: 'M2.500 7.500 8 3l5.500 4.500M4 6.500v7h8v-7',
  inbox: 'M2.500 9.500 4.500 3h7l2 6.500v3.500h-11zM2.500 9.500h3.500l.75 1.500h2.500l.75-1.500h3.500',
  key: 'M9.5 9.500a3.5 3.5 0 1 0-3-3L2.5 10.500v3h3v-1.500h1.500v-1.500h1.500zM10.500 5.500h.01',
  live: 'M8 9a1 1 0 1 0 0-2 1 1 0 0 0 0 2ZM5 11a4 4 0 0 1 0-6M11 5a4 4 0 0 1 0 6M3 13A7 7 0 0 1 3 3M13 3a7 7 0 0 1 0 10',
  menu: 'M2.5 4.500h11M2.5 8h11M2.5 11.500h11',
  merge:
    'M4.5 5v6M4.5 5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm0 9a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm7-4.500a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM4.5 5c0 2 2 3 5.500 3',
  minus: 'M3.5 8h9',
  moon: 'M13 9.500A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.500Z',
  link: 'M7 9a2.5 2.5 0 0 0 3.5 0l2.5-2.5A2.5 2.5 0 0 0 9.5 3L8.5 4M9 7a2.5 2.5 0 0 0-3.5 0L3 9.5A2.5 2.5 0 0 0 6.5 13l1-1',
  people:
    'M6 8a2.2 2.2 0 1 0 0-4.4A2.2 2.2 0 0 0 6 8ZM1.5 13.5c.4-2.5 2-3.5 4.5-3.5s4.1 1 4.5 3.5M10.5 8a2 2 0 1 0-.8-3.8M12 10.2c1.5.4 2.3 1.5 2.5 3.3',
  person: 'M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM3 14c.5-3 2.5-4 5-4s4.5 1 5 4',
  plus: 'M8 3.500v9M3.5 8h9',
  plug: 'M5.500 2v3.500M10.500 2v3.500M4 5.500h8V8a4 4 0 0 1-8 0zM8 12v2.500',
  pause: 'M5.5 4v8M10.5 4v8',
  play: 'M5 3.500v9l7-4.500z',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.500L13 6M13 2.500V6H9.5',
  run: 'M2.5 8h2.500l2-5 2.5 10 2-5h2',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.6 10.6 14 14',
  sun: 'M8 10.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 1.500V3M8 13v1.500M1.5 8H3M13 8h1.500M3.4 3.400l1 1M11.6 11.600l1 1M3.4 12.600l1-1M11.6 4.400l1-1',
  stop: 'M4.5 4.500h7v7h-7z',
  system: 'M2.5 3h11v7.500h-11zM6 13.500h4M8 10.500v3',
} as const;

export type IconName = keyof typeof shapes;

/** A picture beside a word; screen readers pass over it. */
export function Icon({ name, className }: { name: IconName; className?: string }): ReactElement {
  return (
    <svg className={`icon ${className ?? ''}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}
