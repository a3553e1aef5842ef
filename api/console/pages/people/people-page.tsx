import { useQuery } from '@tanstack/react-query';
import { linkOptions, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { mayPerhaps } from '../../data/rights.js';
import { sessionQuery } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { ViewTabs } from '../../parts/view-tabs.js';
import { texts } from '../../texts/texts.js';
import { GrantList } from './grant-list.js';
import { KeyList } from './key-list.js';
import { peopleViews } from './people-view.js';
import { ShareList } from './share-list.js';
import { TeamList } from './team-list.js';
import { UserList } from './user-list.js';
import '../../panels/form/form.css';
import '../../parts/rows.css';
import './people.css';

/** The rights of all: people, keys of programs, links that run a flow, assistants, and teams. */
export function PeoplePage(): ReactElement {
  const session = useQuery(sessionQuery).data;
  const isAdmin = session?.role === 'admin';
  const views = isAdmin ? peopleViews : peopleViews.slice(2);
  const { view = views[0] ?? 'teams' } = useSearch({ from: '/frame/people' });
  return (
    <Page title={texts.people.title} tabTitle={`${texts.people.views[view]}: ${texts.people.title}`}>
      <ViewTabs
        label={texts.people.views.label}
        views={views}
        current={view}
        texts={texts.people.views}
        getAddress={(view) => linkOptions({ to: '/people', search: { view } })}
      />
      <p className="muted">{texts.people.leads[view]}</p>
      {view === 'users' ? <UserList own={session?.principal} /> : null}
      {view === 'keys' ? <KeyList /> : null}
      {view === 'shares' ? <ShareList mayShare={mayPerhaps(session, 'editor')} /> : null}
      {view === 'grants' ? <GrantList /> : null}
      {view === 'teams' ? <TeamList /> : null}
    </Page>
  );
}
