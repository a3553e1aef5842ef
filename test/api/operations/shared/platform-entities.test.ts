import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platform, RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';

const entities = `${platform}/entities/platform`;
let service: RealService;
beforeAll(async () => {
  service = await RealService.start();
  await service.user('ada', 'viewer');
});
afterAll(() => service.remove());

const computeEtag = async (url: string) => String((await service.call('GET', url)).headers['etag']);
const change = (url: string, body: object, etag?: string) =>
  service.call('PATCH', url, body, etag === undefined ? {} : { 'if-match': etag });

describe('entities of the platform', () => {
  test.each([
    ['user/ada', { role: 'operator' }, { role: 'editor' }],
    ['config-section/Limits', { ListPage: 40 }, { ListPage: 41 }],
  ])('%s is changed at the version that the caller has, and at no other', async (name, one, other) => {
    const url = `${entities}/${name}`;
    const before = await computeEtag(url);
    expect((await change(url, one, before)).statusCode).toBe(200);
    const after = await computeEtag(url);
    expect(after).not.toBe(before);
    const stale = await change(url, other, before);
    const { detail } = expectProblem(stale, 412, 'version_conflict');
    expect(detail).toContain(before);
    expect(detail).toContain(after);
    expect(await computeEtag(url)).toBe(after);
    expectProblem(await change(url, other, `W/${after}`), 412, 'version_conflict');
    expect((await change(url, other, `"other", ${after}`)).statusCode).toBe(200);
    expect((await change(url, one, '*')).statusCode).toBe(200);
  });

  test('of many changes at one version only one succeeds, over either path', async () => {
    const paths = [`${entities}/user/ada`, `${platform}/users/ada`];
    const etag = await computeEtag(paths[0] as string);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        change(paths[index % 2] as string, { role: index % 2 === 0 ? 'viewer' : 'admin' }, etag),
      ),
    );
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 412)).toHaveLength(11);
  });

  test('a deletion at another version is refused, and the entity stays', async () => {
    await service.user('bob', 'viewer');
    const url = `${entities}/user/bob`;
    expectProblem(
      await service.call('DELETE', url, undefined, { 'if-match': '"no"' }),
      412,
      'version_conflict',
    );
    expect((await service.call('GET', url)).statusCode).toBe(200);
    const etag = await computeEtag(url);
    expect((await service.call('DELETE', url, undefined, { 'if-match': etag })).statusCode).toBe(204);
  });

  test('a failed precondition tells a caller no more than a read would', async () => {
    const viewer = { 'x-api-key': await service.key('watcher', 'viewer'), 'if-match': '"no"' };
    const answer = await service.call('PATCH', `${entities}/user/ada`, { role: 'admin' }, viewer);
    expectProblem(answer, 403, 'forbidden');
    const gone = await change(`${entities}/user/nobody`, { role: 'admin' }, '"no"');
    expectProblem(gone, 404, 'user_not_found');
  });

  test('a verb that a type does not support is answered with the supported verbs', async () => {
    const url = `${entities}/api-key/initial-admin`;
    const answer = await service.call('PUT', url, { role: 'viewer' });
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers['allow']).toBe('DELETE, GET, HEAD, PATCH');
  });

  test('an unknown type is answered with the existing types', async () => {
    const { hints } = expectProblem(
      await service.call('GET', `${entities}/usr/ada`),
      404,
      'entity_type_unknown',
    );
    expect(hints[0].text).toBe('Did you mean `user`?');
    expect(hints[1].text).toContain('`config-section`');
  });
});

describe('runs of any branch', () => {
  test('are listed and read as entities of the platform by callers who may see them', async () => {
    const made = (await service.call('POST', '/api/v1/live/flows/hello/runs', { name: 'Ada' })).json();
    const [newest] = (await service.call('GET', `${entities}/run?flow=hello`)).json().items;
    expect(newest).toMatchObject({ id: made.id, branch: made.branch });
    expect((await service.call('GET', `${entities}/run/${made.id}`)).json()).toMatchObject({ id: made.id });
    expect((await service.call('GET', `${entities}/run?branch=live&limit=1`)).json().items).toHaveLength(1);
    const nobody = '00000000-0000-7000-8000-000000000000';
    expectProblem(await service.call('GET', `${entities}/run/${nobody}`), 404, 'run_not_found');
  });

  test('are hidden from the holder of a share link, except on the shared branch', async () => {
    const wanted = { name: 'guests', branch: 'live', flow: 'hello' };
    const { token } = (await service.call('POST', `${entities}/share`, wanted)).json();
    const headers = { 'x-share-token': token };
    const { id } = (
      await service.call('POST', '/api/v1/live/flows/hello/runs', { name: 'Ada' }, headers)
    ).json();
    for (const url of [`${entities}/run`, `${entities}/run/${id}`])
      expectProblem(await service.call('GET', url, undefined, headers), 403, 'forbidden');
  });
});
