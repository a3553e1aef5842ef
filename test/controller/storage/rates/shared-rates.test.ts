import { setMaxListeners } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SharedPace } from '../../../../controller/connectors/http/limits/shared-pace.js';
import { SharedRates, type Storage } from '../../../../controller/storage/index.js';
import { openPostgresStorage } from '../../../../controller/storage/postgres/postgres-storage.js';
import { getUrl, hasServer, inServer, newDatabase } from '../engines.js';

const standby = { joins: true, begins() {}, waits() {}, replaced() {} };
const { signal } = new AbortController();
setMaxListeners(0, signal);

describe.skipIf(!(await hasServer()))('nodes that share a limit', () => {
  async function openNodes(count: number): Promise<{ rates: SharedRates[]; url: string }> {
    const url = getUrl(await newDatabase());
    const rates: SharedRates[] = [];
    for (let index = 0; index < count; index++) {
      const storage: Storage = await openPostgresStorage({
        url,
        node: `node-${index}`,
        version: '1.2.3',
        standby: { ...standby, signal },
      });
      onTestFinished(() => storage.close());
      rates.push(
        new SharedRates(
          storage,
          (key) => `name of ${key.length}`,
          (error) => {
            throw error;
          },
        ),
      );
    }
    return { rates, url };
  }

  test('send no more requests in any period than it has, and as many', async () => {
    const { rates } = await openNodes(3);
    const pace = { requests: 20, periodMs: 1_000, burst: 20 };
    const paces = rates.map((each) => new SharedPace(each, 'key', pace));
    const times: number[] = [];
    await Promise.all(
      Array.from({ length: 90 }, async (_, index) => {
        await paces[index % 3]?.turn(signal);
        times.push(performance.now());
      }),
    );
    times.sort((a, b) => a - b);
    for (const [index, at] of times.entries()) {
      const next = times[index + pace.requests] ?? Number.POSITIVE_INFINITY;
      expect(next - at).toBeGreaterThanOrEqual(999);
    }
  });

  test('reserve turns in blocks: one after the other, 300 requests cost few transactions', async () => {
    const { rates, url } = await openNodes(1);
    const [only] = rates;
    if (!only) throw new Error('no node');
    const pace = new SharedPace(only, 'key', { requests: 10_000, periodMs: 1_000, burst: 10_000 });
    const count = async () =>
      Number((await inServer('select sum(commits) as sum from nodes', url)).rows[0].sum);
    const before = await count();
    for (let each = 0; each < 300; each++) if (!pace.tryTurn()) await pace.turn(signal);
    expect((await count()) - before).toBeLessThan(60);
  });

  test('pause together when the server asks one of them to', async () => {
    const { rates } = await openNodes(2);
    const pace = { requests: 100, periodMs: 1_000, burst: 100 };
    const [one, other] = rates.map((each) => new SharedPace(each, 'key', pace));
    await one?.turn(signal);
    const begun = performance.now();
    one?.pause(700);
    // Turns that were reserved before have ended by then.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await other?.turn(signal);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(690);
  });

  test('keep no key of a limit in the database, as it may hold secrets', async () => {
    const { rates, url } = await openNodes(1);
    await rates[0]?.reserve('secret-key', { requests: 1, periodMs: 1_000, burst: 1 }, 1);
    const { rows } = await inServer('select name, state from rates', url);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('secret');
  });
});
