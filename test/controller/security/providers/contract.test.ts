import { describe, expect, test } from 'vitest';
import { listProviders } from '../../../../controller/security/providers/listing.js';
import { Masking } from '../../../../controller/security/vault/masking.js';
import type { SecretStore } from '../../../../controller/security/vault/secret-store.js';
import { Secrets } from '../../../../controller/security/vault/secrets.js';
import { type Place, places } from './harness.js';

const never = new AbortController().signal;

/** A store that must not be asked for a path under a prefix. */
const store = {
  find: (path: string) => Promise.reject(new Error(`asked for ${path}`)),
  notFound: () => Promise.reject(new Error('asked')),
  delete: async () => false,
} as unknown as SecretStore;

function getSecrets({ provider }: Place, masking = new Masking()): Secrets {
  return new Secrets(store, [{ prefix: 'place', provider }], masking);
}

describe.each(places)('%s', (_name, open) => {
  test('gives all keys of a secret, exactly as they were written', async () => {
    const place = await open();
    const values = {
      user: 'svc',
      token: 'a"b\\c\u00e9\u{1f511}',
      key: '-----BEGIN-----\nline\n-----END-----\n',
    };
    place.write('crm', values);
    place.write('other', { token: 'another-value' });
    expect((await place.provider.read('crm'))?.values).toEqual(values);
  });

  test('has no secret where none was written', async () => {
    const place = await open();
    place.write('crm', { token: 'a-value' });
    expect(await place.provider.read('erp')).toBeUndefined();
    expect(await place.provider.read('crm/deeper')).toBeUndefined();
    await expect(getSecrets(place).read('place/erp')).rejects.toMatchObject({
      code: 'secret_not_found',
      hints: [expect.stringContaining(place.provider.location)],
    });
  });

  test('gives a changed value at the next read', async () => {
    const place = await open();
    place.write('crm', { token: 'the-first-value' });
    await place.provider.read('crm');
    place.write('crm', { token: 'the-second-value' });
    expect((await place.provider.read('crm'))?.values).toEqual({ token: 'the-second-value' });
  });

  test.each([
    'place/../crm',
    'place/./crm',
    'place//crm',
    'place/crm/',
    'place/%2e%2e/crm',
    'place/..data/token',
    'place/crm%2f..%2f..',
    'place/crm?version=1',
    'place/crm#x',
    'place/\u0000crm',
    'place/..',
    `place/${'a/'.repeat(200)}crm`,
  ])('gives nothing for the path %j', async (path) => {
    const place = await open();
    place.write('crm', { token: 'a-value' });
    await expect(getSecrets(place).read(path)).rejects.toMatchObject({ code: 'secret_not_found' });
  });

  test('lists paths and no values', async () => {
    const place = await open();
    for (const name of ['a', 'b', 'c']) place.write(name, { token: `value-of-${name}` });
    expect(await place.provider.list(10, never)).toEqual(expect.arrayContaining(['a', 'b', 'c']));
    expect(await place.provider.list(2, never)).toHaveLength(2);
    expect(
      JSON.stringify(await listProviders([{ prefix: 'place', provider: place.provider }])),
    ).not.toContain('value-of');
  });

  test('answers a check with one line', async () => {
    const place = await open();
    place.write('crm', { token: 'a-value' });
    expect(await place.provider.check(never)).toMatch(/^[^\n]{10,}$/);
  });

  test('that is away is reported as such, for reads, lists and checks', async () => {
    const place = await open();
    place.write('crm', { token: 'a-value' });
    await place.goAway();
    const away = { code: 'secret_provider_unavailable', retry: 'backoff' };
    await expect(getSecrets(place).read('place/crm')).rejects.toMatchObject(away);
    await expect(place.provider.list(10, never)).rejects.toMatchObject(away);
    await expect(place.provider.check(never)).rejects.toMatchObject(away);
    const [listed] = await listProviders([{ prefix: 'place', provider: place.provider }]);
    expect(listed).toMatchObject({ paths: [], problem: expect.any(String) });
  });

  test('that refuses svc is reported as such, without the credential', async () => {
    const place = await open();
    if (!place.refuse) return;
    place.write('crm', { token: 'a-value' });
    place.refuse();
    const error = await place.provider.read('crm').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'secret_provider_refused', retry: 'never' });
    for (const credential of place.credentials) expect(String(error)).not.toContain(credential);
  });

  test('gives no secret of more than 1 MiB', async () => {
    const place = await open();
    place.write('big', { text: 'x'.repeat(1024 * 1024 + 1) });
    await expect(place.provider.read('big')).rejects.toMatchObject({ code: 'secret_unusable' });
  });

  test('has its values masked from their first read on', async () => {
    const place = await open();
    const masking = new Masking();
    place.write('crm', { token: 'canary-4711-canary' });
    await getSecrets(place, masking).read('place/crm');
    expect(masking.mask('GET /?t=canary-4711-canary')).toBe('GET /?t=***');
  });

  test('is never written to', async () => {
    const place = await open();
    const secrets = getSecrets(place);
    const readOnly = { code: 'secret_read_only' };
    for (const path of ['place', 'place/crm']) {
      await expect(secrets.put(path, { token: 'a-value' })).rejects.toMatchObject(readOnly);
      await expect(secrets.update(path, (value) => value)).rejects.toMatchObject(readOnly);
      await expect(secrets.delete(path)).rejects.toMatchObject(readOnly);
    }
  });
});
