import { expect, test } from 'vitest';
import { validateFiles } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';

const files = (tool: string) => [
  {
    path: 'model.yaml',
    content: '{ kind: connection, name: model, connector: llm, config: { api: openai, model: m } }\n',
  },
  {
    path: 'shop.yaml',
    content:
      '{ kind: connection, name: shop, connector: http, config: { baseUrl: https://shop.example.com } }\n',
  },
  {
    path: 'flow.yaml',
    content: `document: { dsl: 1.0.3, namespace: test, name: ask, version: 1.0.0 }
do:
  - ask:
      call: model.agent
      with:
        prompt: Hello
        tools:
          - action: ${tool}
`,
  },
];

test.each([
  ['an action that is there', 'shop.get', []],
  ['a name that only the run knows', '${ .tool }', []],
  [
    'a connection that is not there',
    'shopp.get',
    ['reference-dangling flow.yaml:8 there is no connection `shopp`'],
  ],
  [
    'an action that is not there',
    'shop.gett',
    ['reference-unmet flow.yaml:8 connection `shop` has no `gett`'],
  ],
  [
    'a text of another form',
    'nonsense',
    [
      'argument-wrong flow.yaml:8 the argument `tools.0.action` of `model.agent` must be `<connection>.<action>`',
    ],
  ],
])('the findings about a tool that names %s', (_, tool, expected) => {
  const found = validateFiles(files(tool), kinds);
  expect(found.map(({ rule, file, line, message }) => `${rule} ${file}:${line} ${message}`)).toEqual(
    expected,
  );
});
