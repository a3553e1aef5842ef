import type { ReactElement } from 'react';
import { ServiceProblem } from '../data/problem.js';
import { Icon } from '../parts/icon.js';
import { Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { texts } from '../texts/texts.js';

/** The page in place of one that broke. */
export function ErrorPage({ error }: { error: unknown }): ReactElement {
  const isOwnFault = !(error instanceof ServiceProblem);
  return (
    <main className="lone-page" id="content">
      <Page title={isOwnFault ? texts.problem.unexpected : texts.problem.title}>
        {isOwnFault ? <p>{texts.problem.unexpectedDetail}</p> : null}
        <ProblemNote error={error} />
        <div>
          <button type="button" className="button button-main" onClick={() => location.reload()}>
            <Icon name="refresh" />
            {texts.problem.reload}
          </button>
        </div>
      </Page>
    </main>
  );
}
