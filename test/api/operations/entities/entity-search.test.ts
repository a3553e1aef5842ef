import { describe, expect, it } from 'vitest';
import { createCatalog, type Snapshot } from '../../../../controller/catalog/index.js';
import { blobId } from '../../../../controller/git/index.js';
import { kinds } from '../../../../controller/kinds/index.js';
import { expectProblem, startApp } from '../../start-app.js';

interface Page {
  items: { name: string }[];
  nextCursor: string | null;
}

const folios = '/api/v1/main/entities/platform/folio';

const onboarding =
  '\uFEFFkind: folio\r\nname: onboarding   # first week\r\ntitle: Ünboarding\r\nfile: onboarding.md\r\n';
const tree = {
  'folios/onboarding.yaml': onboarding,
  'folios/onboarding.md': 'Ask the treasurer about lunch money.',
  'folios/refunds.yaml':
    'kind: folio\nname: refunds\ntitle: Money back\ntags: [billing]\nlabels: { team: ops }\nbody: Above 500, ask first.\n',
  'folios/broken.yaml': 'kind: folio\nname: broken\ntitle: Of no money\n',
  'skills/refund.yaml':
    'kind: skill\nname: refund\ndescription: Give money back\ninstructions: Run the flow.\nflows: []\n',
};

describe('a list with `q`', () => {
  it('is ranked and shows the matched text', async () => {
    const { get } = await startApp({ snapshot: await load(tree) });
    const { items, nextCursor } = (await get(`${folios}?q=MONEY`)).json();
    expect(items).toMatchObject([
      { name: 'refunds', etag: expect.any(String), match: { terms: ['money'], snippet: null } },
      { name: 'onboarding', match: { terms: ['money'], snippet: 'Ask the treasurer about lunch money.' } },
    ]);
    expect(items[0].score).toBeGreaterThan(items[1].score);
    expect(nextCursor).toBeNull();
  });

  it('tolerates typos, matches beginnings, and ranks what matches more words first', async () => {
    const { get } = await startApp({ snapshot: await load(tree) });
    for (const [q, names] of [
      ['tresurer', ['onboarding']],
      ['onb', ['onboarding']],
      ['treas lunch', ['onboarding']],
      ['billing treasurer', ['refunds', 'onboarding']],
      ['lunch treasurer billing', ['onboarding', 'refunds']],
      ['brokn', ['broken']],
    ] as const) {
      expect([q, namesIn(await get(`${folios}?q=${encodeURIComponent(q)}`))]).toEqual([q, names]);
    }
    expect(namesIn(await get('/api/v1/main/entities/platform/skill?q=money'))).toEqual(['refund']);
  });

  it('can be combined with a label', async () => {
    const { get } = await startApp({ snapshot: await load(tree) });
    expect(namesIn(await get(`${folios}?q=money&label=team=ops`))).toEqual(['refunds']);
  });

  it('is paged in the order of the ranks', async () => {
    const many = Array.from({ length: 7 }, (_, at) => [
      `${at}.yaml`,
      folio(`f-${at}`, at % 2 ? 'money' : 'other'),
    ]);
    const { get } = await startApp({ snapshot: await load(Object.fromEntries(many)) });
    const whole = namesIn(await get(`${folios}?q=money`));
    expect(whole).toEqual(['f-1', 'f-3', 'f-5', 'f-0', 'f-2', 'f-4', 'f-6']);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page = (await get(`${folios}?q=money&limit=2${cursor && `&cursor=${cursor}`}`)).json();
      paged.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(whole);
  });

  it('continues after an item that was deleted meanwhile', async () => {
    const files = { 'a.yaml': folio('a', 'money'), 'b.yaml': folio('b', 'money'), 'c.yaml': folio('c', 'x') };
    const first = await startApp({ snapshot: await load(files) });
    const { nextCursor } = (await first.get(`${folios}?q=money&limit=1`)).json();
    const { 'a.yaml': _, ...rest } = files;
    const { get } = await startApp({ snapshot: await load(rest) });
    expect(namesIn(await get(`${folios}?q=money&cursor=${nextCursor}`))).toContain('c');
  });

  it.each(['nonsense', Buffer.from('n:a').toString('base64url'), Buffer.from('q:x:a').toString('base64url')])(
    'refuses the cursor %s, which belongs to no such list',
    async (cursor) => {
      const { get } = await startApp({ snapshot: await load(tree) });
      expectProblem(await get(`${folios}?q=money&cursor=${cursor}`), 400, 'request_invalid');
    },
  );
});

describe('an entity whose text is in a file', () => {
  it('is read with that text', async () => {
    const { get } = await startApp({ snapshot: await load(tree) });
    expect((await get(`${folios}/onboarding`)).json()).toMatchObject({
      definition: { file: 'onboarding.md' },
      texts: { body: { path: 'folios/onboarding.md', text: 'Ask the treasurer about lunch money.' } },
    });
    expect((await get(`${folios}/refunds`)).json().texts).toEqual({});
  });

  it('has another etag when only the text changed', async () => {
    const { get } = await startApp({ snapshot: await load(tree) });
    const etag = (await get(`${folios}/onboarding`)).headers['etag'];
    expect(etag).toMatch(new RegExp(`^"${blobId(Buffer.from(onboarding))}-[0-9a-f]{16}~[\\w-]+"$`));
    const changed = await startApp({ snapshot: await load({ ...tree, 'folios/onboarding.md': 'Other' }) });
    const answer = await changed.get(`${folios}/onboarding`, { 'if-none-match': String(etag) });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['etag']).not.toBe(etag);
  });
});

describe('an entity as YAML', () => {
  it('is its file, byte for byte', async () => {
    const { get } = await startApp({ snapshot: await load(tree) });
    const answer = await get(`${folios}/onboarding`, { accept: 'application/yaml' });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/yaml; charset=utf-8',
      etag: expect.stringMatching(/^"/),
      vary: expect.stringMatching(/accept/i),
    });
    expect(answer.rawPayload).toEqual(Buffer.from(onboarding));
  });

  it.each([
    ['text/yaml', 'yaml'],
    ['application/x-yaml;q=0.5', 'yaml'],
    ['application/yaml, */*', 'yaml'],
    ['application/yaml, application/json', 'json'],
    ['application/yaml;q=0.9, application/json', 'json'],
    ['application/json;q=0.1, application/yaml;q=0.9', 'yaml'],
    ['application/yaml;q=0, */*', 'json'],
    ['*/*', 'json'],
  ])('or as JSON: `Accept: %s` is answered in %s', async (accept, type) => {
    const { get } = await startApp({ snapshot: await load(tree) });
    const answer = await get(`${folios}/refunds`, { accept });
    expect(answer.headers['content-type']).toBe(`application/${type}; charset=utf-8`);
  });

  it('is refused for a list', async () => {
    const { get } = await startApp({ snapshot: await load(tree) });
    expectProblem(await get(folios, { accept: 'application/yaml' }), 406, 'not_acceptable');
  });

  it('is answered with 304 where that version is known', async () => {
    const { get } = await startApp({ snapshot: await load(tree) });
    const { etag } = (await get(`${folios}/refunds`, { accept: 'application/yaml' })).headers;
    const again = await get(`${folios}/refunds`, {
      accept: 'application/yaml',
      'if-none-match': String(etag),
    });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
  });

  it('of an entity that never was valid is a problem with its faults', async () => {
    const { get } = await startApp({ snapshot: await load(tree) });
    const answer = await get(`${folios}/broken`, { accept: 'application/yaml' });
    expect(expectProblem(answer, 422, 'entity_invalid').errors[0]).toMatchObject({
      file: 'folios/broken.yaml',
    });
  });
});

function folio(name: string, title: string): string {
  return JSON.stringify({ kind: 'folio', name, title, body: 'Some money.' });
}

function namesIn(answer: { json(): Page }): string[] {
  return answer.json().items.map(({ name }) => name);
}

/** A branch of these files, as the catalog makes it. */
function load(files: Readonly<Record<string, string>>): Promise<Snapshot> {
  const blobs = new Map(Object.values(files).map((text) => [blobId(Buffer.from(text)), Buffer.from(text)]));
  return createCatalog(kinds).load({
    branch: 'main',
    revision: 'a'.repeat(40),
    files: Object.entries(files).map(([path, text]) => ({ path, blobId: blobId(Buffer.from(text)) })),
    read: async () => blobs,
  });
}
