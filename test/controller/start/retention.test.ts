import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Tickets } from '../../../controller/delivery/index.js';
import { retentionSteps } from '../../../controller/start/retention.js';
import { openStorage } from '../storage/engines.js';

const day = 86_400_000;
const ago = (days: number) => Date.now() - days * day;

test('proposals, tickets and deliveries are removed in steps after the days that the settings say; open proposals stay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-retention-'));
  const storage = await openStorage(join(folder, 'svc.db'));
  onTestFinished(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  const proposal = (id: string, created_at: number, closed_at: number | null) => ({
    id,
    branch: `proposals/${id}`,
    base: 'main',
    title: id,
    body: '',
    author: 'user:ada',
    created_at,
    state: closed_at === null ? 'open' : 'merged',
    closed_at,
  });
  const many = Array.from({ length: 450 }, (_, index) => proposal(`old-${index}`, ago(90), ago(31)));
  const kept = [proposal('open', ago(400), null), proposal('late', ago(400), ago(29))];
  await storage.db
    .insertInto('proposals')
    .values([...many, ...kept] as never)
    .execute();
  const ticket = (id: string, created_at: number) => ({
    id,
    kind: 'support',
    subject: '',
    body: '',
    principal: 'user:ada',
    created_at,
  });
  await storage.db
    .insertInto('tickets')
    .values([ticket('old', ago(8)), ticket('new', ago(6))] as never)
    .execute();
  const delivery = (id: string, received_at: number) => ({ id, run_id: 'r', received_at });
  await storage.db
    .insertInto('trigger_deliveries')
    .values([delivery('old', ago(8)), delivery('new', ago(6))])
    .execute();
  const parked = (id: string, parked_at: number) => ({
    id,
    branch: 'main',
    trigger_id: 'on-order',
    connection: 'shop',
    event: '{}',
    problem: '{}',
    attempts: 1,
    parked_at,
  });
  await storage.db
    .insertInto('parked_messages')
    .values([parked('old', ago(31)), parked('new', ago(29))])
    .execute();
  const config = {
    current: () => ({
      Retention: { Proposals: 30, Tickets: 7, Deliveries: 7, Occurrences: 90, ParkedMessages: 30 },
    }),
  } as never;
  const maskJsonText = (text: string) => text;
  const outbox = { writes: () => [], wake: () => {} } as never;
  const tickets = new Tickets({ storage, outbox, url: undefined, maskJsonText });
  let steps = 0;
  for (const step of retentionSteps({ config, storage }, tickets)) {
    do steps++;
    while (await step());
  }
  expect(steps).toBe(7);
  const ids = async (table: 'proposals' | 'tickets' | 'trigger_deliveries' | 'parked_messages') =>
    (await storage.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);
  expect(await ids('proposals')).toEqual(['late', 'open']);
  expect(await ids('tickets')).toEqual(['new']);
  expect(await ids('trigger_deliveries')).toEqual(['new']);
  expect(await ids('parked_messages')).toEqual(['new']);
});
