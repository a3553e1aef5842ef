import { expect, test } from 'vitest';
import { validateFiles } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { fixture } from '../connectors/openapi/api.js';

const connection = `kind: connection
name: pets
connector: openapi
config:
  document: petstore.swagger.json
  security: { key: { value: { secret: shop/pets, key: key } } }
`;

test.each([
  ['getPet, with: { petId: 1 }', undefined],
  ['getPet, with: { petId: one }', 'must be a whole number'],
  ['getPet', 'needs the argument `petId`'],
  ['getPets', 'has no `getPets`'],
  ['addPet, with: { body: { nme: Rex } }', 'needs the argument `body.name`'],
  ['addPet, with: { body: { name: Rex } }', 'the security scheme `signin`'],
])('a call of an operation is checked against the description: %s', (call, message) => {
  const flow = `document: { dsl: 1.0.3, namespace: shop, name: ask, version: 1.0.0 }
do: [{ ask: { call: pets.${call} } }]\n`;
  const files = [
    { path: 'pets.yaml', content: connection },
    { path: 'petstore.swagger.json', content: fixture('petstore.swagger.json') },
    { path: 'ask.yaml', content: flow },
  ];
  const found = validateFiles(files, kinds).map((finding) => `${finding.file}: ${finding.message}`);
  expect(found).toEqual(message === undefined ? [] : [expect.stringMatching(/^ask\.yaml: /)]);
  if (message !== undefined) expect(found[0]).toContain(message);
});
