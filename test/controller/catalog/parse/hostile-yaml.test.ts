import { describe, expect, test } from 'vitest';
import { type Finding, validateFiles } from '../../../../controller/catalog/index.js';
import { kinds } from '../../../../controller/kinds/index.js';

function check(content: string | Uint8Array, path = 'environment.yaml'): string[] {
  return validateFiles([{ path, content }], kinds).map(told);
}

function told({ line, column, rule, message }: Finding): string {
  return `${line}:${column} ${rule} ${message}`;
}

/** An environment with one variable, whose value starts at 4:7. */
function variable(text: string): string {
  return `kind: environment\nname: test\nvariables:\n  value: ${text}\n`;
}

const bomb = [
  'kind: environment',
  'name: test',
  'variables:',
  '  a: &a [x, x, x, x, x, x, x, x, x]',
  ...[...'bcdefgh'].map(
    (name, at) => `  ${name}: &${name} [${Array(9).fill(`*${'abcdefg'[at]}`).join(', ')}]`,
  ),
].join('\n');

describe('a file of another encoding is refused', () => {
  test.each([
    ['UTF-16', Buffer.from('\ufeffkind: environment', 'utf16le'), '1:1 yaml-encoding the file is in UTF-16'],
    ['Latin-1', Buffer.from('kind: caf\xe9\n', 'latin1'), '1:10 yaml-encoding the file is not UTF-8'],
    ['NUL', Buffer.from(variable('"a\0b"')), '4:12 yaml-encoding the file holds a NUL character'],
  ])('%s', (_, content, expected) => {
    expect(check(content)).toEqual([expected]);
  });

  test('UTF-8 with a byte order mark is read, and lines and columns are those an editor shows', () => {
    expect(check(`\ufeffkind: environment\nname: test\nvariabels: {}\n`)).toEqual([
      '3:1 field-unknown unknown field `variabels`',
    ]);
  });

  test('carriage returns do not move columns', () => {
    expect(check('kind: environment\r\nname: test\r\nvariabels: {}\r\n')).toEqual([
      '3:1 field-unknown unknown field `variabels`',
    ]);
  });
});

describe('YAML that an entity file does not allow', () => {
  test.each([
    ['a key twice', variable('1\n  value: 2'), '5:3 yaml-duplicate-key the key `value` stands here twice'],
    ['a prototype', variable('1\n  __proto__: 2'), '5:3 yaml-key the key `__proto__` is not allowed'],
    ['a list as a key', variable('1\n  ? [a, b]\n  : 2'), '5:5 yaml-key a key must be a plain name'],
    ['a tag', variable('!secret x'), '4:18 yaml-tag the tag `!secret` is not supported'],
    [
      'binary data',
      variable('!!binary aGk='),
      '4:19 yaml-tag the tag `tag:yaml.org,2002:binary` is not supported',
    ],
    [
      'a merge key',
      variable('&a { x: 1 }\n  other: { <<: *a }'),
      '5:12 yaml-merge merge keys (`<<`) are not part of YAML 1.2',
    ],
    [
      'a value inside itself',
      variable('&a [*a]'),
      '4:14 yaml-anchor the alias `*a` stands inside what it repeats',
    ],
    ['an alias to nothing', variable('*a'), '4:10 yaml-anchor there is no anchor `&a` before this alias'],
    ['no number', variable('.nan'), '4:10 yaml-number `.nan` is not a number JSON has'],
    [
      'too many digits',
      variable('12345678901234567890'),
      '4:10 yaml-number `12345678901234567890` cannot be held exactly',
    ],
    ...['0.10000000000000001', '49.990000000000002', '1e-400', '0xFFFFFFFFFFFFFFFF'].map(
      (source): [string, string, string] => [
        `the number ${source}, which no double gives back`,
        variable(source),
        `4:10 yaml-number \`${source}\` cannot be held exactly`,
      ],
    ),
    [
      'two documents',
      `${variable('1')}---\nkind: environment\n`,
      '5:1 yaml-documents the file holds more than one YAML document',
    ],
    [
      'old YAML',
      `%YAML 1.1\n---\n${variable('yes')}`,
      '1:1 yaml-syntax the file asks for YAML 1.1; entity files are YAML 1.2',
    ],
  ])('%s', (_, content, expected) => {
    expect(check(content)).toEqual([expected]);
  });

  test.each(['9007199254740992', '10000000000000000000', '7600000000000000000', '1e+21'])(
    'the number %s, which a double gives back, is none of them',
    (source) => {
      expect(check(variable(source))).toEqual([]);
    },
  );

  test('an alias of an honest value is read', () => {
    expect(check(variable('&a { x: 1 }\n  other: *a'))).toEqual([]);
  });

  test('an expression without quotes gets a hint to quote it', () => {
    const [finding] = validateFiles([{ path: 'a.yaml', content: variable('${ { a: .b } }') }], kinds);

    expect(finding).toMatchObject({
      rule: 'yaml-syntax',
      line: 4,
      hint: expect.stringContaining('in quotes'),
    });
  });
});

describe('a file made to exhaust the process is refused quickly', () => {
  const mega = 1_000_000;
  test.each([
    ['an alias bomb', bomb, 'yaml-aliases'],
    ['brackets', '['.repeat(mega), 'yaml-depth'],
    ['braces', '{a: '.repeat(mega / 4), 'yaml-depth'],
    ['dashes', '- '.repeat(mega / 2), 'yaml-depth'],
    ['question marks', '? '.repeat(mega / 2), 'yaml-depth'],
    ['indentation', Array.from({ length: 1000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'), 'yaml-depth'],
    ['commas', `[${','.repeat(mega)}`, 'yaml-size'],
    ['closing braces', '}\n'.repeat(mega / 2), 'yaml-size'],
    ['too many bytes', 'a'.repeat(2 * mega), 'yaml-size'],
  ])('%s', (_, content, rule) => {
    const findings = validateFiles([{ path: 'a.yaml', content }], kinds);

    expect(findings.map((finding) => finding.rule)).toContain(rule);
    expect(findings.length).toBeLessThan(20);
  });

  test('forty thousand keys are checked for doubles in linear time', () => {
    const keys = Array.from({ length: 40_000 }, (_, at) => `  key${at}: ${at}`).join('\n');

    expect(check(`kind: environment\nname: test\nvariables:\n${keys}\n`)).toEqual([]);
  });

  test('a hundred thousand unknown fields give a page of findings', () => {
    const keys = Array.from({ length: 50_000 }, (_, at) => `key${at}: ${at}`).join('\n');

    expect(check(`kind: environment\nname: test\n${keys}\n`)).toHaveLength(50);
  });

  test('nesting up to the limit is read', () => {
    expect(check(variable('['.repeat(95) + ']'.repeat(95)))).toEqual([]);
  });
});

describe('JSON files', () => {
  test('are read strictly, with tabs', () => {
    const text = '{\n\t"kind": "environment",\n\t"name": "test",\n\t"variabels": {}\n}\n';

    expect(check(text, 'test.json')).toEqual(['4:2 field-unknown unknown field `variabels`']);
  });

  test('refuse syntax that is only YAML', () => {
    expect(check('{ "kind": "environment", name: "test" }', 'test.json')).toEqual([
      expect.stringMatching(/^1:\d+ json-syntax not valid JSON: /),
    ]);
  });
});
