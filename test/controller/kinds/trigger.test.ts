import { expect, test } from 'vitest';
import { compileTrigger } from '../../../controller/kinds/trigger/compile.js';
import type { JsonObject } from '../../../schemas/json/types.js';

const webhook = (more: JsonObject): JsonObject => ({
  flow: 'orders',
  webhook: { path: 'orders', signature: { scheme: 'github', secret: 'a', key: 'b' }, ...more },
});

test('a constant `dedupe`, which would drop every delivery but the first, is an error', () => {
  const { findings } = compileTrigger(webhook({ dedupe: 'x-delivery-id' }));
  expect(findings).toMatchObject([{ rule: 'field-invalid', pointer: '/webhook/dedupe' }]);
});

test('a `dedupe` that fails over a delivery is a problem of the catalog', () => {
  const { compiled } = compileTrigger(webhook({ dedupe: '${ .body.id + 1 }' }));
  expect(() => compiled?.webhook?.keyOf?.({ body: { id: {} } })).toThrow(
    expect.objectContaining({
      code: 'parameters_invalid',
      message: expect.stringMatching(/webhook\.dedupe/),
    }),
  );
});
