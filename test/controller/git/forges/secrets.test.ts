import { expect, test } from 'vitest';
import { webhookSecrets } from '../../../../controller/git/forges/index.js';

const readSecret = async (): Promise<Record<string, string>> => ({ current: 'one', next: 'two', empty: '' });

test('stated and stored secrets count together; empty ones never do', async () => {
  const stated = ['stated', { Secret: 'git/webhook' }, '  '];
  expect(await webhookSecrets(stated, readSecret)()).toEqual(['stated', 'one', 'two']);
});

test('of a stored secret one key can be meant', async () => {
  expect(await webhookSecrets([{ Secret: 'git/webhook', Key: 'next' }], readSecret)()).toEqual(['two']);
  expect(await webhookSecrets([{ Secret: 'git/webhook', Key: 'nope' }], readSecret)()).toEqual([]);
});
