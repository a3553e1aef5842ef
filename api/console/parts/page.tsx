import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { texts } from '../texts/texts.js';
import './page.css';

interface PageProps {
  title: string;
  /** The title of the browser's tab, where it says more than the heading. */
  tabTitle?: string;
  above?: ReactNode;
  beside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a page: its heading, its actions, the title of the tab. */
export function Page({ title, tabTitle = title, above, beside, actions, children }: PageProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${tabTitle} · ${texts.product}`;
  }, [tabTitle]);
  useEffect(() => {
    // Screen readers and the keyboard go on at the new page, unless a control inside has the focus already.
    if (!document.activeElement || document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <div className="page">
      <header className="page-head">
        {above ? <div className="page-above">{above}</div> : null}
        <div className="page-line">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {beside}
          {actions ? <div className="page-actions">{actions}</div> : null}
        </div>
      </header>
      {children}
    </div>
  );
}
