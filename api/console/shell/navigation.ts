import { mayPerhaps } from '../data/rights.js';
import type { Session } from '../data/session.js';
import type { IconName } from '../parts/icon.js';
import { texts } from '../texts/texts.js';

export interface NavigationItem {
  to:
    | '/'
    | '/inbox'
    | '/runs'
    | '/flows'
    | '/triggers'
    | '/connections'
    | '/proposals'
    | '/secrets'
    | '/people'
    | '/installation';
  title: string;
  icon: IconName;
  /** The role that the page needs; viewers may see the others. */
  role?: Session['role'];
}

const items: readonly NavigationItem[] = [
  { to: '/', title: texts.nav.overview, icon: 'home' },
  { to: '/inbox', title: texts.nav.inbox, icon: 'inbox' },
  { to: '/runs', title: texts.nav.runs, icon: 'run' },
  { to: '/flows', title: texts.nav.flows, icon: 'flow' },
  { to: '/triggers', title: texts.nav.triggers, icon: 'clock' },
  { to: '/connections', title: texts.nav.connections, icon: 'plug' },
  { to: '/proposals', title: texts.nav.proposals, icon: 'merge' },
  { to: '/secrets', title: texts.nav.secrets, icon: 'key', role: 'admin' },
  { to: '/people', title: texts.nav.people, icon: 'people', role: 'editor' },
  { to: '/installation', title: texts.nav.installation, icon: 'system', role: 'admin' },
];

/** The pages in the navigation of a person, in its order; the command palette lists the same. */
export function getNavigation(session: Session | undefined): readonly NavigationItem[] {
  return items.filter(({ role = 'viewer' }) => mayPerhaps(session, role));
}
