import type { IconName } from '../parts/icon.js';
import { texts } from '../texts/texts.js';

export interface NavigationItem {
  to: '/' | '/inbox' | '/runs';
  title: string;
  icon: IconName;
}

/** The pages in the navigation, in its order; the command palette lists the same. */
export const navigation: readonly NavigationItem[] = [
  { to: '/', title: texts.nav.overview, icon: 'home' },
  { to: '/inbox', title: texts.nav.inbox, icon: 'inbox' },
  { to: '/runs', title: texts.nav.runs, icon: 'run' },
];
