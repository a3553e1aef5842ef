import { type Kysely, type Migration, Migrator } from 'kysely';
import type { Tables } from '../tables/index.js';
import { runs } from './0001-runs.js';
import { identity } from './0002-identity.js';
import { secrets } from './0003-secrets.js';
import { stores } from './0004-stores.js';
import { applied } from './0006-applied.js';
import { forges } from './0007-forges.js';
import { history } from './0008-history.js';
import { signIn } from './0009-sign-in.js';
import { audit } from './0010-audit.js';
import { vault } from './0011-vault.js';
import { support } from './0012-support.js';
import { outbox } from './0013-outbox.js';
import { backups } from './0014-backups.js';
import { proposals } from './0016-proposals.js';
import { auditEnds } from './0017-audit-ends.js';
import { events } from './0018-events.js';
import { traces } from './0019-traces.js';

/** In order; a migration that has shipped is never edited. */
const migrations: Record<string, Migration> = {
  '0001-runs': runs,
  '0002-identity': identity,
  '0003-secrets': secrets,
  '0004-stores': stores,
  '0006-applied': applied,
  '0007-forges': forges,
  '0008-history': history,
  '0009-sign-in': signIn,
  '0010-audit': audit,
  '0011-vault': vault,
  '0012-support': support,
  '0013-outbox': outbox,
  '0014-backups': backups,
  '0016-proposals': proposals,
  '0017-audit-ends': auditEnds,
  '0018-events': events,
  '0019-traces': traces,
};

/** Brings the database to the newest schema. @throws the failed migration's error */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
