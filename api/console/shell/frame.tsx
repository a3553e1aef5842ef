import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactElement, useEffect, useState } from 'react';
import { getServicePath } from '../data/base.js';
import { ServiceProblem } from '../data/problem.js';
import { type Session, sessionQuery } from '../data/session.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { texts } from '../texts/texts.js';
import { BranchPicker } from './branch-picker.js';
import { CommandPalette } from './command-palette.js';
import { getNavigation } from './navigation.js';
import { useWaitingTasks } from './use-task-notices.js';
import { UserMenu } from './user-menu.js';
import './frame.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The frame of all pages that need a session: navigation, search, branch, account. */
export function Frame(): ReactElement {
  const session = useQuery(sessionQuery);
  const navigate = useNavigate();
  const address = useRouterState({ select: ({ location }) => location.href });
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const waiting = useWaitingTasks(session.isSuccess);
  const isSignedOut = session.error instanceof ServiceProblem && session.error.status === 401;

  useEffect(() => {
    // This frame stays until the sign-in is loaded, and sees its address too.
    if (isSignedOut && !address.startsWith('/sign-in'))
      void navigate({ to: '/sign-in', search: { to: address }, replace: true });
  }, [isSignedOut, navigate, address]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setPaletteOpen((isOpen) => !isOpen);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  if (session.isError && !isSignedOut) {
    return (
      <main className="lone-page" id="content">
        <Page title={texts.problem.title}>
          <ProblemNote error={session.error} onRetry={() => void session.refetch()} />
        </Page>
      </main>
    );
  }
  if (!session.data) return <div className="frame-waiting" aria-busy="true" />;

  return (
    <div className="frame">
      <button type="button" className="button button-main skip" onClick={focusContent}>
        {texts.skipToContent}
      </button>
      <header className="bar">
        <button
          type="button"
          className="button button-plain button-icon bar-menu"
          aria-label={texts.nav.open}
          onClick={() => setDrawerOpen(true)}
        >
          <Icon name="menu" />
        </button>
        <Link to="/" className="brand">
          <img src={getServicePath('console/icon.svg')} alt="" width="24" height="24" />
          <span>{texts.product}</span>
        </Link>
        <BranchPicker />
        <button type="button" className="button bar-search" onClick={() => setPaletteOpen(true)}>
          <Icon name="search" />
          <span className="bar-search-text">{texts.palette.open}</span>
          <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
        {waiting.count > 0 ? (
          <Link
            to="/inbox"
            className="button button-plain button-icon bar-inbox"
            aria-label={texts.nav.waiting(waiting.count, waiting.isMore)}
          >
            <Icon name="inbox" />
            <WaitingCount {...waiting} />
          </Link>
        ) : null}
        <UserMenu session={session.data} />
      </header>
      <nav className="side" aria-label={texts.nav.label}>
        <Navigation session={session.data} waiting={waiting} onFollow={() => {}} />
      </nav>
      <main className="content" id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <CommandPalette isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
      <Dialog
        isOpen={isDrawerOpen}
        onClose={() => setDrawerOpen(false)}
        title={texts.nav.label}
        isTitleUnseen
        look="drawer"
      >
        <nav aria-label={texts.nav.label} className="side-drawer">
          <Navigation session={session.data} waiting={waiting} onFollow={() => setDrawerOpen(false)} />
        </nav>
      </Dialog>
    </div>
  );
}

/** No `#` link: it would lead to the base path of the service, which is the `<base>` of the page. */
function focusContent(): void {
  document.getElementById('content')?.focus();
}

type Waiting = ReturnType<typeof useWaitingTasks>;

/** The number of tasks that wait, beside a word that says so. */
function WaitingCount({ count, isMore }: Waiting): ReactElement {
  return (
    <span className="side-count" aria-hidden="true">
      {count}
      {isMore ? '+' : ''}
    </span>
  );
}

function Navigation({
  session,
  waiting,
  onFollow,
}: {
  session: Session;
  waiting: Waiting;
  onFollow: () => void;
}): ReactElement {
  return (
    <>
      <ul className="side-list">
        {getNavigation(session).map(({ to, title, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="side-link"
              activeOptions={{ exact: to === '/', includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
              onClick={onFollow}
            >
              <Icon name={icon} />
              {title}
              {to === '/inbox' && waiting.count > 0 ? (
                <>
                  <WaitingCount {...waiting} />
                  <span className="unseen">{texts.nav.waiting(waiting.count, waiting.isMore)}</span>
                </>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
      <ul className="side-list side-foot">
        <li>
          <a className="side-link" href={getServicePath('manual')}>
            <Icon name="bulb" />
            {texts.nav.manual}
          </a>
        </li>
        <li>
          <a className="side-link" href={getServicePath('api/v1/docs')}>
            <Icon name="flow" />
            {texts.nav.api}
          </a>
        </li>
      </ul>
    </>
  );
}
