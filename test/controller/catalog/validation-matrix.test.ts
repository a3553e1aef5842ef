import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type LooseFile, validateFiles } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { invalidFiles } from './invalid-files.js';

const fixtures = new URL('../../../fixtures/', import.meta.url);

function read(folder: 'valid' | 'invalid', path: string): LooseFile {
  return { path, content: readFileSync(new URL(`${folder}/${path}`, fixtures)) };
}

const valid = readdirSync(new URL('valid/', fixtures)).map((path) => read('valid', path));

/** `file:line:column rule message (hint)` of every error that one invalid file brings among the valid ones. */
function errorsWith(path: string): string[] {
  return validateFiles([...valid, read('invalid', path)], kinds)
    .filter(({ severity }) => severity === 'error')
    .map(({ file, line, column, rule, message, hint }) => {
      const mend = hint === undefined ? '' : ` (${hint})`;
      return `${file}:${line}:${column} ${rule} ${message}${mend}`;
    });
}

describe('valid files', () => {
  test('have no errors', () => {
    const found = validateFiles(valid, kinds, { whole: true });
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('are there for every kind', () => {
    const getKind = ({ content }: LooseFile) => /^kind: (.+)$/m.exec(String(content))?.[1] ?? 'flow';
    expect([...new Set(valid.map(getKind))].sort()).toEqual(kinds.map(({ kind }) => kind).sort());
  });
});

describe('an invalid file is reported with its rule, place and remedy', () => {
  test.each(Object.entries(invalidFiles))('%s', (name, expected) => {
    expect(errorsWith(`${name}.yaml`)).toEqual([`${name}.yaml${expected}`]);
  });

  test.each(kinds.map((each) => [each.kind, each] as const))(
    'for a %s there is one of each sort',
    (kind, { references, attachments }) => {
      const sorts = ['missing', 'wrong-type', 'field-unknown'];
      const refers = kind === 'flow' || references.length > 0 || attachments !== undefined;
      for (const sort of refers ? [...sorts, 'dangling'] : sorts) {
        const found = Object.keys(invalidFiles).filter(
          (name) => name.startsWith(`${kind}-`) && name.endsWith(`-${sort}`),
        );
        expect(found, sort).not.toEqual([]);
      }
    },
  );

  test('a broken expression points at its character, inside a folded block', () => {
    expect(errorsWith('flow-expression-broken.yaml')).toEqual([
      expect.stringMatching(/^flow-expression-broken\.yaml:8:17 jq-syntax /),
    ]);
  });

  test('errors of every sort are reported at once', () => {
    const content = [
      'kind: skill',
      'name: everything',
      'description: d',
      'instructions: Say that the key is AKIAIOSFODNN7EXAMPLE.',
      'flows: [minimum]',
      'flow: [minimal]',
    ].join('\n');
    const found = validateFiles([...valid, { path: 'a.yaml', content }], kinds);

    expect(
      found.flatMap(({ severity, line, rule }) => (severity === 'error' ? [`${line} ${rule}`] : [])),
    ).toEqual(['4 secret-token', '5 reference-dangling', '6 field-unknown']);
  });

  test('two files that define one entity name each other', () => {
    expect(errorsWith('connection-duplicate.yaml')).toEqual([
      'connection-duplicate.yaml:3:7 duplicate-entity connection `stock-service` is also defined in stock-service.yaml (Rename one of them, or delete it.)',
      'stock-service.yaml:2:7 duplicate-entity connection `stock-service` is also defined in connection-duplicate.yaml (Rename one of them, or delete it.)',
    ]);
  });

  test('two default environments name each other', () => {
    expect(errorsWith('environment-second-default.yaml')).toEqual([
      'environment-second-default.yaml:3:10 duplicate-value only one environment can be the default; staging.yaml has it too (Take it out of all but one.)',
      'staging.yaml:5:10 duplicate-value only one environment can be the default; environment-second-default.yaml has it too (Take it out of all but one.)',
    ]);
  });

  test('covers every invalid fixture', () => {
    const apart = ['flow-expression-broken', 'connection-duplicate', 'environment-second-default'];
    const files = readdirSync(new URL('invalid/', fixtures)).map((path) => path.replace('.yaml', ''));

    expect(files.sort()).toEqual([...Object.keys(invalidFiles), ...apart].sort());
  });
});

describe('a file that is no entity', () => {
  test.each(['svc.yaml', '.github/workflows/ci.yaml', 'flows/.draft.yaml', 'notes.md', 'package.json'])(
    '%s is ignored',
    (path) => {
      expect(validateFiles([{ path, content: '{"name": "x"}' }], kinds)).toEqual([]);
    },
  );

  test('other YAML is pointed out without being an error', () => {
    expect(validateFiles([{ path: 'labels.yaml', content: 'labels: {}\n' }], kinds)).toMatchObject([
      { rule: 'kind-missing', severity: 'warning' },
    ]);
  });

  test.each([
    [
      'Kestra',
      'id: hello\nnamespace: company.team\ntasks:\n  - { id: log, type: io.kestra.plugin.core.log.Log }\n',
    ],
    ['Windmill', 'summary: Hello\nvalue:\n  modules: [{ id: a, value: { type: rawscript } }]\n'],
    ['n8n', 'nodes: [{ id: a }]\nconnections: { a: {} }\n'],
  ])('a flow of %s leads to the guide for those who come from it', (tool, content) => {
    const [finding] = validateFiles([{ path: 'hello.yaml', content }], kinds);
    expect(finding?.hint).toContain(`a flow of ${tool}: \`svc explain guide.coming-from\``);
  });

  test('a reference to an entity outside of the branch does not dangle', () => {
    const files = [read('invalid', 'flow-subflow-dangling.yaml')];

    expect(
      validateFiles(files, kinds, { isKnown: (kind, name) => `${kind}/${name}` === 'flow/minimum' }),
    ).toEqual([]);
  });
});
