import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  CommitStatusSender,
  commitStatusChannel,
  commitStatusMessage,
  openOutbox,
} from '../../../controller/delivery/index.js';
import { type CommitStatus, openStatusSink } from '../../../controller/git/forges/index.js';
import { defaultSettings } from '../../../controller/settings/index.js';
import { openSqliteStorage } from '../../../controller/storage/index.js';
import { type ForgeServer, serveForge } from '../git/forges/forge-server.js';
import { eventually, temporaryFolder } from '../git/git-fixture.js';

const REVISION = 'b'.repeat(40);

describe('commit statuses in the outbox', () => {
  test('waits as long as the forge says, with all it has to tell, and goes on where a connection is refused', async () => {
    const { outbox, report, server, problems } = await openStatuses();
    server.failures.push({ status: 429, headers: { 'retry-after': '3600' } });
    await report(status());
    await eventually(() => problems.length === 1);
    await report({ ...status(), revision: 'd'.repeat(40) });
    await outbox.close();
    expect(server.calls).toHaveLength(1);

    const away = await openStatuses({ origin: 'http://127.0.0.1:1' });
    await away.report(status());
    await eventually(() => away.problems.length >= 3);
    expect(away.failures).not.toContain(true);
  });

  test.each([401, 404, 422])(
    'gives up at once on %d, and says so until something is taken',
    async (refusal) => {
      const { sender, report, server, failures } = await openStatuses();
      server.failures.push(refusal);
      await report(status());
      await eventually(() => failures.length === 1);
      expect(sender.refused).toMatchObject({ isFinal: true, problem: { code: 'forge_refused' } });
      await report({ ...status(), revision: 'd'.repeat(40) });
      await eventually(() => sender.refused === undefined);
      expect([server.calls.length, failures]).toEqual([2, [true]]);
    },
  );

  test('tries again until the forge takes it', async () => {
    const { report, server, failures } = await openStatuses();
    server.failures.push(500, 503);
    await report(status());
    await eventually(() => server.calls.length === 3);
    expect(failures).toEqual([false, false]);
  });

  test('does not tell what was told', async () => {
    const { report, server } = await openStatuses();
    await report(status());
    await eventually(() => server.calls.length === 1);
    await report(status());
    await report({ ...status(), revision: 'd'.repeat(40) });
    await eventually(() => server.calls.length === 2);
    expect(server.calls.map(({ path }) => path.slice(-1))).toEqual(['b', 'd']);
  });

  test('tells only the newest word on a commit', async () => {
    const { report, server } = await openStatuses();
    await report(status('pending', 'not yet'));
    await report(status('success', 'done'));
    await eventually(() => server.calls.length === 1);
    expect(server.calls[0]?.body['state']).toBe('success');
  });

  test('tells after a restart what was noted right before a crash', async () => {
    const file = `${temporaryFolder()}/svc.db`;
    const server = await serveForge('github');
    const first = await openStatuses({ file, server });
    await first.note(status());
    await first.close();
    await openStatuses({ file, server });
    await eventually(() => server.calls.length === 1);
  });

  test('goes on after a restart', async () => {
    const file = `${temporaryFolder()}/svc.db`;
    const server = await serveForge('github');
    server.failures.push(500);
    const first = await openStatuses({ file, server, retryMs: 60_000 });
    await first.report(status());
    await eventually(() => first.failures.length === 1);
    await first.report(status('failure', 'worse'));
    await first.close();
    await openStatuses({ file, server });
    await eventually(() => server.calls.some(({ body }) => body['state'] === 'failure'));
  });

  test('sends after the migration what waited in the table of its own, and not what was sent', async () => {
    const file = `${temporaryFolder()}/svc.db`;
    await withTableOfItsOwn(file, [
      { ...status(), due_at: 1, attempts: 2, updated_at: Date.now() },
      { ...status(), revision: 'd'.repeat(40), due_at: null, attempts: 1, updated_at: Date.now() },
    ]);
    const { report, server } = await openStatuses({ file });
    await eventually(() => server.calls.length === 1);
    await report({ ...status(), revision: 'd'.repeat(40) });
    await report({ ...status(), revision: 'e'.repeat(40) });
    await eventually(() => server.calls.length === 2);
    expect(server.calls.map(({ path }) => path.slice(-1))).toEqual(['b', 'e']);
  });
});

/** Makes a database as it was before the outbox took over the commit statuses. */
async function withTableOfItsOwn(
  file: string,
  rows: readonly (CommitStatus & { due_at: number | null; attempts: number; updated_at: number })[],
): Promise<void> {
  const storage = await openSqliteStorage(file);
  await sql`drop index outbox_due`.execute(storage.db);
  await sql`alter table outbox drop column settled_at`.execute(storage.db);
  await sql`create index outbox_due on outbox (due_at)`.execute(storage.db);
  await sql`create table commit_statuses (revision text primary key, branch text not null, state text not null,
    description text not null, due_at bigint, attempts integer not null, updated_at bigint not null)`.execute(
    storage.db,
  );
  for (const { revision, branch, state, description, due_at, attempts, updated_at } of rows) {
    await sql`insert into commit_statuses values
      (${revision}, ${branch}, ${state}, ${description}, ${due_at}, ${attempts}, ${updated_at})`.execute(
      storage.db,
    );
  }
  for (const table of [
    'proposal_reviews',
    'console_sessions',
    'installation',
    'member_records',
    'run_orders',
    'flow_places',
    'cached_answers',
    'rates',
    'run_files',
    'parked_messages',
    'branch_events',
    'event_positions',
    'event_collections',
    'event_listeners',
    'event_keys',
    'triggers',
    'occurrences',
    'trigger_deliveries',
    'human_tasks',
    'approvals',
    'approval_claims',
    'consents',
    'consent_attempts',
    'trigger_polls',
    'trigger_poll_keys',
  ])
    await sql`drop table ${sql.table(table)}`.execute(storage.db);
  await sql`drop index history_deletions`.execute(storage.db);
  await sql`alter table history_changes add column previous_path text`.execute(storage.db);
  await sql`drop index runs_of_closure`.execute(storage.db);
  await sql`drop index tickets_by_time`.execute(storage.db);
  await sql`drop index runs_owner`.execute(storage.db);
  await sql`drop index runs_retry_of`.execute(storage.db);
  await sql`drop index runs_faulted`.execute(storage.db);
  await sql`drop index runs_of_parent`.execute(storage.db);
  await sql`drop index runs_of_flow`.execute(storage.db);
  await sql`create index runs_of_flow on runs (flow, id)`.execute(storage.db);
  for (const [table, column] of [
    ['held_entities', 'last_good'],
    ['held_entities', 'tolerated_until'],
    ['applied_branches', 'engine'],
    ['applied_branches', 'unserved'],
    ['closures', 'touched_at'],
    ['runs', 'owner'],
    ['runs', 'branch_revision'],
    ['runs', 'causes'],
    ['runs', 'events_before'],
    ['runs', 'single_results'],
    ['runs', 'failed_task'],
    ['runs', 'error_type'],
    ['runs', 'error_status'],
    ['runs', 'path'],
    ['runs', 'retry_of'],
    ['users', 'actor'],
    ['api_keys', 'actor'],
    ['api_keys', 'scopes'],
    ['sessions', 'client_grant'],
  ]) {
    await sql`alter table ${sql.table(table ?? '')} drop column ${sql.ref(column ?? '')}`.execute(storage.db);
  }
  await sql`delete from kysely_migration where name >= '0020-commit-statuses'`.execute(storage.db);
  await storage.close();
}

function status(state: CommitStatus['state'] = 'success', description = '3 entities'): CommitStatus {
  return { revision: REVISION, branch: 'main', state, description };
}

async function openStatuses({
  file = `${temporaryFolder()}/svc.db`,
  server,
  origin,
  retryMs = 1,
}: {
  file?: string;
  server?: ForgeServer;
  /** The origin that gets statuses in place of the server. */
  origin?: string;
  retryMs?: number;
} = {}) {
  const forge = server ?? (await serveForge('github'));
  const storage = await openSqliteStorage(file);
  const failures: boolean[] = [];
  const problems: unknown[] = [];
  const StatusUrl = `${origin ?? forge.origin}/repos/ops/config/statuses/{sha}`;
  const settings = { ...defaultSettings, Git: { ...defaultSettings.Git, StatusUrl } };
  const sink = openStatusSink(settings, async () => ({}), undefined);
  if (!sink) throw new Error('there is a sink');
  const sender = new CommitStatusSender({
    sink,
    onFailure: (_status, problem, isFinal) => {
      problems.push(problem);
      failures.push(isFinal);
    },
  });
  const outbox = openOutbox({
    storage,
    senders: { [commitStatusChannel]: sender },
    report(error) {
      throw error;
    },
    pauseMs: () => retryMs,
  });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await outbox.close();
    await storage.close();
  };
  onTestFinished(close);
  const note = (one: CommitStatus) =>
    storage.commit({ collect: () => outbox.writes([commitStatusMessage(one)]) });
  const report = async (one: CommitStatus) => {
    await note(one);
    outbox.wake();
  };
  return { outbox, sender, note, report, server: forge, failures, problems, close };
}
