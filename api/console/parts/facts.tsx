import type { ReactElement, ReactNode } from 'react';
import './facts.css';

/** The facts of a thing, in a few words each. */
export function Facts({ children }: { children: ReactNode }): ReactElement {
  return <dl className="facts">{children}</dl>;
}

export function Fact({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <div className="fact">
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
