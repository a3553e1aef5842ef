import { hash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compileCachePolicy } from '../../../../../controller/kinds/cache-policy/compile.js';
import { Caches, type Question } from '../../../../../controller/runs/effects/caches/caches.js';
import { SharedAnswers } from '../../../../../controller/runs/effects/caches/shared-answers.js';
import { openPostgresStorage } from '../../../../../controller/storage/postgres/postgres-storage.js';
import type { Json, JsonObject } from '../../../../../schemas/json/types.js';
import { eventually } from '../../../../eventually.js';
import { getUrl, hasServer, inServer, newDatabase } from '../../../storage/engines.js';

const standby = { joins: true, begins() {}, waits() {}, replaced() {} };

describe.skipIf(!(await hasServer()))('nodes that share cached answers', () => {
  let now = 1_000_000;
  let asked = 0;

  async function open(): Promise<{ url: string; caches: Caches[] }> {
    [now, asked] = [1_000_000, 0];
    const url = getUrl(await newDatabase());
    const caches: Caches[] = [];
    for (const node of ['node-1', 'node-2']) {
      const { signal } = new AbortController();
      const storage = await openPostgresStorage({
        url,
        node,
        version: '1.2.3',
        standby: { ...standby, signal },
      });
      onTestFinished(() => storage.close());
      const vault = {
        mask: (text: string) => text,
        maskJson: <Value extends Json>(value: Value) => value,
        maskJsonText: (text: string) => text,
        keep: (text: string) => `kept ${Buffer.from(text).toString('hex')}`,
        open: (kept: string) => Buffer.from(kept.slice(5), 'hex').toString(),
        sign: (text: string) => hash('sha256', text),
      };
      const shared = new SharedAnswers(storage, vault, {
        now: () => now,
        report: (error) => expect.unreachable(String(error)),
      });
      caches.push(new Caches({ maxAnswerBytes: 1 << 20, now: () => now, shared }));
    }
    return { url, caches };
  }

  function question(input: Json, definition: JsonObject = {}, more: Partial<Question> = {}): Question {
    const { compiled } = compileCachePolicy({ ttl: 'PT10S', key: '.', ...definition });
    if (!compiled) throw new Error('the policy does not compile');
    const ask = async (): Promise<Json> => ({ answer: ++asked });
    return {
      policy: { name: 'rates', identity: 'main rates 1', rules: compiled },
      about: ['shop.get'],
      input,
      signal: new AbortController().signal,
      mayShare: true,
      ask,
      refresh: ask,
      isAnswer: () => false,
      log() {},
      ...more,
    };
  }

  test('give each other their answers until these have expired', async () => {
    const { caches } = await open();
    const [one, other] = caches;
    expect(await one?.answer(question(1))).toEqual({ answer: 1 });
    expect(await other?.answer(question(1))).toEqual({ answer: 1 });
    now += 9_000;
    expect(await other?.answer(question(1))).toEqual({ answer: 1 });
    now += 1_500;
    // From the time of the answer on, and not from when this node got it.
    expect(await other?.answer(question(1))).toEqual({ answer: 2 });
    expect(await one?.answer(question(1))).toEqual({ answer: 2 });
  });

  test('give an old answer while one of them fetches a new one, which the other takes over', async () => {
    const { caches, url } = await open();
    const [one, other] = caches;
    const stale = { staleWhileRevalidate: 'PT60S' };
    await one?.answer(question(1, stale));
    await other?.answer(question(1, stale));
    now += 20_000;
    expect(await one?.answer(question(1, stale))).toEqual({ answer: 1 });
    const renewed = `select 1 from cached_answers where answered_at = ${now}`;
    await eventually(async () => (await inServer(renewed, url)).rowCount === 1);
    expect(await one?.answer(question(1, stale))).toEqual({ answer: 2 });
    expect(await other?.answer(question(1, stale))).toEqual({ answer: 1 });
    await eventually(async () => JSON.stringify(await other?.answer(question(1, stale))) === '{"answer":2}');
    expect(asked).toBe(2);
  });

  test('keep as many answers as the policy says, and none in plain text where the vault seals it', async () => {
    const { caches, url } = await open();
    for (let input = 0; input < 6; input++) {
      now += 1;
      await caches[0]?.answer(question(input, { maxEntries: 3 }));
    }
    const { rows } = await inServer('select answer from cached_answers order by answered_at', url);
    expect(rows.map(({ answer }) => Buffer.from(answer.slice(5), 'hex').toString())).toEqual(
      [4, 5, 6].map((answer) => JSON.stringify({ answer })),
    );
  });
});
