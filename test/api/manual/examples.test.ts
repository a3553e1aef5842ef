import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { validateFiles } from '../../../controller/catalog/index.js';
import { catalogFunctions } from '../../../controller/flows/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { builtManual } from '../../built-manual.js';

const manual = builtManual();

/** Returns the first block of YAML in the text of each topic of a chapter. */
function firstBlocks(pattern: RegExp): { name: string; yaml: string }[] {
  return manual.topics.flatMap(({ name, text }) => {
    const yaml = pattern.test(name) ? /```yaml\n([\s\S]*?)\n```/.exec(text)?.[1] : undefined;
    return yaml === undefined ? [] : [{ name, yaml }];
  });
}

const connections = firstBlocks(/^connector\.[^.]+$/);
const calls = firstBlocks(/^connector\.[^.]+\.actions\./);
const functions = catalogFunctions.flatMap(({ name }) => firstBlocks(new RegExp(`^task\\.call\\.${name}$`)));

/** Files and connections that examples name. */
const named = [
  {
    path: 'teams/support.yaml',
    content: 'kind: team\nname: support\nmembers: [ada]\ngrants: [{ role: operator }]\n',
  },
  {
    path: 'connections/shop.yaml',
    content: 'kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: https://shop.example.com }\n',
  },
  {
    path: 'connections/shop.openapi.yaml',
    content: stringify({
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      paths: {
        '/orders': { get: { operationId: 'listOrders', responses: { 200: { description: 'Orders' } } } },
      },
    }),
  },
];

const files = [
  ...connections.map(({ name, yaml }) => ({ path: `connections/${name}.yaml`, content: `${yaml}\n` })),
  ...[...calls, ...functions].map(({ name, yaml }, index) => ({
    path: `flows/${name}.yaml`,
    content: stringify({
      document: { dsl: '1.0.3', namespace: 'examples', name: `example-${index}`, version: '1.0.0' },
      ...parse(yaml),
    }),
  })),
  ...named,
];

test('every connector and every action has an example', () => {
  expect(connections).toHaveLength(manual.children('connector').length);
  const actions = manual.topics.filter(({ name }) => /^connector\.[^.]+\.actions\./.test(name));
  expect(calls).toHaveLength(actions.length);
});

test('every function of the catalog has a page with an example and its arguments', () => {
  expect(functions).toHaveLength(catalogFunctions.length);
  for (const { name, schema } of catalogFunctions) {
    const text = manual.find(`${name}@default`)?.text ?? '';
    for (const argument of Object.keys(schema['properties'] as object))
      expect(text, name).toContain(`| \`${argument}\` |`);
  }
});

test('the examples of connections and actions are valid together', () => {
  const findings = validateFiles(files, kinds).filter(({ severity }) => severity === 'error');
  expect(findings.map(({ file, message }) => `${file}: ${message}`)).toEqual([]);
});
