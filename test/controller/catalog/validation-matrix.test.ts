import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type LooseFile, validateFiles } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';

const fixtures = new URL('../../../fixtures/', import.meta.url);

function read(folder: 'valid' | 'invalid', path: string): LooseFile {
  return { path, content: readFileSync(new URL(`${folder}/${path}`, fixtures)) };
}

const valid = readdirSync(new URL('valid/', fixtures)).map((path) => read('valid', path));

/** `file:line:column rule message (hint)` of every error that one invalid file brings among the valid ones. */
function errorsWith(path: string): string[] {
  return validateFiles([...valid, read('invalid', path)], kinds)
    .filter(({ severity }) => severity === 'error')
    .map(
      ({ file, line, column, rule, message, hint }) =>
        `${file}:${line}:${column} ${rule} ${message} (${hint})`,
    );
}

describe('valid files', () => {
  test('have no errors', () => {
    expect(validateFiles(valid, kinds).filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

const wordForm = 'small letters, digits and hyphens, at most 63, with a letter or digit at both ends';

const matrix: Record<string, string[]> = {
  'flow-name-missing': [":1:1 field-missing `name` is missing (The flow's name, under which it is called.)"],
  'flow-dsl-other': [
    ':1:18 field-invalid must be a version `1.0.x` of the DSL, found the text `2.0.0` (undefined)',
  ],
  'flow-do-wrong-type': [':2:1 field-invalid must be a list, found an object (The tasks of the flow.)'],
  'flow-task-misspelt': [':4:7 field-unknown unknown field `cal` (Did you mean `call`?)'],
  'flow-task-empty': [
    ':3:5 field-missing needs `call`, `do`, `emit`, `for`, `fork`, `listen`, `raise`, `run`, `set`, `switch`, `try` or `wait` (One step of work; the field that is there says which type.)',
  ],
  'flow-two-tasks-in-one': [':5:7 field-invalid `wait` cannot stand beside `set` (undefined)'],
  'flow-field-unknown': [':8:15 field-unknown unknown field `methd` (Did you mean `method`?)'],
  'flow-duration-wrong': [
    ':4:13 field-invalid must be an ISO 8601 duration such as `PT1M30S`, or an expression `${ … }`, found the text `5 seconds` (undefined)',
  ],
  'flow-then-unknown': [':5:13 then-unknown `fnish` is not a task of this block (Did you mean `finish`?)'],
  'flow-connection-dangling': [
    ':4:13 reference-dangling there is no connection `stock-servic` (Did you mean `stock-service`?)',
  ],
  'flow-action-unknown': [
    ':4:13 reference-unmet connection `stock-service` has no `gett` (Did you mean `get`?)',
  ],
  'flow-subflow-dangling': [':5:47 reference-dangling there is no flow `minimum` (Did you mean `minimal`?)'],
  'environment-name-missing': [
    ':1:1 field-missing `name` is missing (The name under which others refer to it; unique among its kind.)',
  ],
  'environment-wrong-type': [
    ':3:1 field-invalid must be an object, found a list (Values by name, for expressions of flows. Not for credentials: those are secrets.)',
  ],
  'environment-field-unknown': [':3:1 field-unknown unknown field `variabels` (Did you mean `variables`?)'],
  'environment-connection-dangling': [
    ':4:3 reference-dangling there is no connection `stock-servce` (Did you mean `stock-service`?)',
  ],
  'environment-name-reserved': [
    ':2:7 name-reserved the name `platform-test` is reserved (Names may not be `platform` or begin with `platform-`, `platform.` or `platform/`.)',
  ],
  'connection-connector-missing': [
    ':1:1 field-missing `connector` is missing (The connector that speaks to the other side.)',
  ],
  'connection-name-wrong': [
    `:2:7 field-invalid must be ${wordForm}, found the text \`Stock Service\` (undefined)`,
  ],
  'connection-connector-unknown': [
    ':3:12 connector-unknown there is no connector `htp` (Did you mean `http`?)',
  ],
  'connection-config-wrong': [
    ':5:12 config-invalid must be text, found `5` (What every path is appended to.)',
  ],
  'connection-field-unknown': [':3:1 field-unknown unknown field `conector` (Did you mean `connector`?)'],
  'kind-unknown': [':2:7 kind-unknown there is no kind `conection` (Did you mean `connection`?)'],
  'kind-missing': [
    ':1:1 kind-missing this file defines no entity: `kind` is missing (An entity has `kind` and `name`; a flow has `document.dsl`. Other files belong in a hidden folder.)',
  ],
  'kind-flow': [
    ':1:7 kind-unknown a flow is an Open Workflow document: it has `document` and no `kind` (Put `dsl`, `namespace`, `name` and `version` under `document`.)',
  ],
};

describe('an invalid file is told with its rule, place and remedy', () => {
  test.each(Object.entries(matrix))('%s', (name, expected) => {
    expect(errorsWith(`${name}.yaml`)).toEqual(expected.map((rest) => `${name}.yaml${rest}`));
  });

  test('a broken expression points at its character, inside a folded block', () => {
    expect(errorsWith('flow-expression-broken.yaml')).toEqual([
      expect.stringMatching(/^flow-expression-broken\.yaml:6:11 jq-syntax /),
    ]);
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

    expect(files.sort()).toEqual([...Object.keys(matrix), ...apart].sort());
  });
});

describe('what is no entity', () => {
  test.each(['svc.yaml', '.github/workflows/ci.yaml', 'flows/.draft.yaml', 'notes.md', 'package.json'])(
    '%s is left alone',
    (path) => {
      expect(validateFiles([{ path, content: '{"name": "x"}' }], kinds)).toEqual([]);
    },
  );

  test('other YAML is pointed out without being an error', () => {
    expect(validateFiles([{ path: 'compose.yaml', content: 'services: {}\n' }], kinds)).toMatchObject([
      { rule: 'kind-missing', severity: 'warning' },
    ]);
  });

  test('a reference to what is known from elsewhere does not dangle', () => {
    const files = [read('invalid', 'flow-subflow-dangling.yaml')];

    expect(
      validateFiles(files, kinds, { isKnown: (kind, name) => `${kind}/${name}` === 'flow/minimum' }),
    ).toEqual([]);
  });
});
