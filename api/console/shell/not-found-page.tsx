import { Link, useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Page } from '../parts/page.js';
import { texts } from '../texts/texts.js';

/** The page at an address where there is none. */
export function NotFoundPage(): ReactElement {
  const { pathname } = useLocation();
  return (
    <main className="lone-page">
      <Page title={texts.notFound.title}>
        <p>{texts.notFound.detail(pathname)}</p>
        <div>
          <Link to="/" className="button button-main">
            {texts.problem.home}
          </Link>
        </div>
      </Page>
    </main>
  );
}
