import { describe, expect, test } from 'vitest';
import { createCatalog, validateFiles } from '../../../../controller/catalog/index.js';
import { kinds } from '../../../../controller/kinds/index.js';

/** `line rule` of what is found in the members of an environment's `variables`. */
function inVariables(lines: string): string[] {
  return found(`kind: environment\nname: staging\nvariables:\n${lines}`);
}

function found(content: string, path = 'a.yaml', whole = false): string[] {
  return validateFiles([{ path, content }], kinds, { whole }).map(({ line, rule }) => `${line} ${rule}`);
}

describe('a comment svc-ignore', () => {
  test.each([
    ['above the line', '  # svc-ignore: yaml-surprise\n  country: NO\n'],
    ['at the end of the line', '  country: NO # svc-ignore: yaml-surprise\n'],
    [
      'with other comments and empty lines between',
      '  # svc-ignore: yaml-surprise\n  # Norway\n\n  country: NO\n',
    ],
    ['beside another', '  # svc-ignore: secret-field\n  # svc-ignore: yaml-surprise\n  token: NO\n'],
    ['for two rules', '  # svc-ignore: secret-field, yaml-surprise\n  token: NO\n'],
    ['in a file of another system', '  # svc-ignore: yaml-surprise\r\n  country: NO\r\n'],
  ])('%s silences the finding', (_, lines) => {
    expect(inVariables(lines)).toEqual([]);
  });

  test('above a text of several lines applies to all of them', () => {
    expect(
      found('kind: mapping\nname: a\n# svc-ignore: jq-syntax\nexpression: |\n  .items\n  | lenght\n'),
    ).toEqual([]);
    expect(
      found('kind: mapping\nname: a\nexpression: | # svc-ignore: jq-syntax\n  .items\n  | lenght\n'),
    ).toEqual([]);
  });

  test('applies to its line alone', () => {
    const lines = '  # svc-ignore: yaml-surprise\n  country: NO\n  other: NO\n';
    expect(inVariables(lines)).toEqual(['6 yaml-surprise']);
  });

  test('does not silence other rules, and is then reported as unused', () => {
    expect(inVariables('  # svc-ignore: secret-field\n  country: NO\n')).toEqual([
      '4 ignore-unused',
      '5 yaml-surprise',
    ]);
  });

  test('of a rule that does not exist names the nearest', () => {
    const content = 'kind: environment\n# svc-ignore: nam-reserved\nname: platform-a\n';
    expect(validateFiles([{ path: 'a.yaml', content }], kinds)).toMatchObject([
      {
        rule: 'ignore-unknown',
        severity: 'hint',
        line: 2,
        column: 15,
        endColumn: 27,
        hint: 'Did you mean `name-reserved`?',
      },
      { rule: 'name-reserved', severity: 'error' },
    ]);
  });

  test('inside a text is a part of the text', () => {
    expect(inVariables('  note: |\n    # svc-ignore: yaml-surprise\n  country: NO\n')).toEqual([
      '6 yaml-surprise',
    ]);
    expect(inVariables("  note: 'a # svc-ignore: yaml-surprise'\n  country: NO\n")).toEqual([
      '5 yaml-surprise',
    ]);
  });

  test('cannot silence a file that cannot be read', () => {
    expect(found('# svc-ignore: yaml-duplicate-key\nkind: environment\nname: a\nname: b\n')).toEqual([
      '4 yaml-duplicate-key',
    ]);
  });

  test('is not reported as unused while errors prevent other rules from running', () => {
    expect(found('kind: mapping\nname: a\n# svc-ignore: jq-syntax\nexpression: .\nexample: []\n')).toEqual([
      '5 field-unknown',
    ]);
  });

  test('silences findings that other files cause, too', () => {
    const skill = 'kind: skill\nname: a\ndescription: d\ninstructions: i\nflows:\n';
    expect(found(`${skill}  - gone\n`)).toEqual(['6 reference-dangling']);
    expect(found(`${skill}  - gone # svc-ignore: reference-dangling\n`)).toEqual([]);
  });

  test.each(['connection-unused', 'reference-dangling', 'duplicate-entity'])(
    'of %s, which lies between files, is of no use only where all are given',
    (rule) => {
      const content = `# svc-ignore: ${rule}\nkind: environment\nname: a\n`;
      expect(found(content)).toEqual([]);
      expect(found(content, 'a.yaml', true)).toEqual(['1 ignore-unused']);
    },
  );
});

describe('a silenced error', () => {
  async function getStatus(content: string, kind: string) {
    const read = async () => new Map([['1', Buffer.from(content)]]);
    const files = [{ path: 'a.yaml', blobId: '1' }];
    const snapshot = await createCatalog(kinds).load({ branch: 'main', revision: 'r1', files, read });
    return { findings: snapshot.findings, ready: snapshot.status(kind, 'a')?.conditions[0] };
  }

  test('that does no harm lets the entity into service', async () => {
    const key = `npm_${'Fake0'.repeat(8).slice(0, 36)}`;
    const line = `variables: { key: ${key} }`;
    const plain = await getStatus(`kind: environment\nname: a\n${line}\n`, 'environment');
    const silenced = await getStatus(
      `kind: environment\nname: a\n${line} # svc-ignore: secret-token\n`,
      'environment',
    );

    expect(plain.ready).toMatchObject({ status: 'False', reason: 'Invalid' });
    expect(JSON.stringify(plain)).not.toContain(key);
    expect(silenced).toMatchObject({ findings: [], ready: { status: 'True' } });
  });

  test('that makes the entity useless is hidden from the list, and still told as its status', async () => {
    const { findings, ready } = await getStatus(
      'kind: mapping\nname: a\nexpression: lenght # svc-ignore: jq-syntax\n',
      'mapping',
    );

    expect(findings).toEqual([]);
    expect(ready).toMatchObject({ status: 'False', message: expect.stringContaining('lenght') });
  });
});

describe('hostile files', () => {
  test.each([
    ['comments', `kind: environment\nname: a\n${'# svc-ignore: a\n'.repeat(60_000)}variables: { a: 1 }\n`],
    ['digits', `kind: environment\nname: a\nvariables:\n  a: ${'1'.repeat(1_000_000)}x\n`],
    ['blanks', `kind: environment\nname: a\ndescription: |\n${` no${' '.repeat(5_000)}x\n`.repeat(190)}`],
    ['addresses', `kind: environment\nname: a\ntitle: ${'a://b:'.repeat(150_000)}\n`],
    ['words', `kind: environment\nname: a\nvariables: [${'no, '.repeat(40_000)}no]\n`],
    ['names', `kind: environment\nname: a\nvariables: { ${'token: '.padEnd(500_000, 'a_')}: b }\n`],
  ])('of %s are checked in time', (_, content) => {
    found(content);
  });
});
