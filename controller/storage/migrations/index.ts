import { type Kysely, type Migration, Migrator } from 'kysely';
import type { Tables } from '../tables/index.js';
import { migrations as first } from './0001-to-0008.js';
import { migrations as second } from './0009-to-0014.js';
import { migrations as third } from './0016-to-0021.js';
import { migrations as fourth } from './0022-to-0022.js';
import { migrations as fifth } from './0023-triggers.js';
import { migrations as sixth } from './0024-to-0024.js';
import { migrations as deliveries } from './0025-deliveries.js';
import { migrations as buckets } from './0026-event-buckets.js';
import { migrations as humanTasks } from './0030-human-tasks.js';
import { migrations as eventOrder } from './0031-event-order.js';
import { migrations as unnotified } from './0032-unnotified.js';
import { migrations as parked } from './0034-parked-messages.js';
import { migrations as runFiles } from './0035-run-files.js';
import { migrations as retriedRuns } from './0036-retried-runs.js';
import { migrations as members } from './0037-members.js';
import { migrations as installation } from './0038-installation.js';
import { migrations as sentLinks } from './0039-sent-links.js';
import { migrations as singleResults } from './0040-single-results.js';
import { migrations as consoleSessions } from './0041-console-sessions.js';
import { migrations as entityHistory } from './0042-entity-history.js';
import { migrations as proposalReviews } from './0044-proposal-reviews.js';
import { migrations as approvals } from './0045-approvals.js';
import { migrations as consents } from './0046-consents.js';
import { migrations as polls } from './0047-polls.js';
import { migrations as runFilters } from './0048-run-filters.js';
import { migrations as keyScopes } from './0049-key-scopes.js';
import { migrations as clientGrants } from './0050-client-grants.js';
import { migrations as flowPlaces } from './0051-flow-places.js';
import { migrations as rates } from './0052-rates.js';
import { migrations as cachedAnswers } from './0053-cached-answers.js';

/** For both databases, in the order of their names; see the README. A migration that has shipped is never edited. */
export const shared: Record<string, Migration> = {
  ...members,
  ...installation,
  ...sentLinks,
  ...singleResults,
  ...consoleSessions,
  ...entityHistory,
  ...proposalReviews,
  ...approvals,
  ...consents,
  ...polls,
  ...runFilters,
  ...keyScopes,
  ...clientGrants,
  ...flowPlaces,
  ...rates,
  ...cachedAnswers,
};

/** Of SQLite alone: PostgreSQL begins with the tables that the last of these leaves. */
const migrations: Record<string, Migration> = {
  ...first,
  ...second,
  ...third,
  ...fourth,
  ...fifth,
  ...sixth,
  ...deliveries,
  ...buckets,
  ...humanTasks,
  ...eventOrder,
  ...unnotified,
  ...parked,
  ...runFiles,
  ...retriedRuns,
  ...shared,
};

/** The name of the migration that makes the newest schema; names ascend with time. */
export const newestMigration: string = Object.keys(migrations).sort().at(-1) ?? '';

/** Brings the database to the newest schema. @throws the failed migration's error */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
