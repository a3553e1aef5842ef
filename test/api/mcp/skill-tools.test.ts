import { expect, test } from 'vitest';
import { tools } from '../../../api/operations/registry.js';
import { toolNames } from '../../../controller/kinds/skill/tools.js';

test('skills can name exactly the tools that the service has', () => {
  expect(tools.map(({ name, operation }) => name ?? operation.name).sort()).toEqual(toolNames);
});
