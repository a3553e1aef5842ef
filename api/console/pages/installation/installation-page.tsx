import { linkOptions, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Page } from '../../parts/page.js';
import { ViewTabs } from '../../parts/view-tabs.js';
import { texts } from '../../texts/texts.js';
import { AuditLog } from './audit-log.js';
import { Backups } from './backups.js';
import { Health } from './health.js';
import { installationViews } from './installation-view.js';
import { ServiceLog } from './service-log.js';
import '../../parts/rows.css';
import './installation.css';

/** The installation itself: its health, its log, who did what, and its backups. */
export function InstallationPage(): ReactElement {
  const { view = 'health', principal, action } = useSearch({ from: '/frame/installation' });
  return (
    <Page
      title={texts.installation.title}
      tabTitle={`${texts.installation.views[view]}: ${texts.installation.title}`}
    >
      <ViewTabs
        label={texts.installation.views.label}
        views={installationViews}
        current={view}
        texts={texts.installation.views}
        getAddress={(view) => linkOptions({ to: '/installation', search: { view } })}
      />
      {view === 'health' ? <Health /> : null}
      {view === 'log' ? <ServiceLog /> : null}
      {view === 'audit' ? <AuditLog filter={{ principal, action }} /> : null}
      {view === 'backups' ? <Backups /> : null}
    </Page>
  );
}
