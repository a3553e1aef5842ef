import { expect, test } from 'vitest';
import { ConnectorError } from '../../../controller/connectors/contract/connector.js';

test('an error that quotes a large request is cut, so that masking and logging it take no time', () => {
  const quoted = `The server refused \`${'a'.repeat(1_000_000)}\``;
  const error = new ConnectorError('communication', 502, 'Bad Gateway', quoted);
  expect(error.message).toBe(`${quoted.slice(0, 16_384)}…`);
  expect(error.stack?.length).toBeLessThan(20_000);
  expect(new ConnectorError('communication', 502, 'Bad Gateway', 'short').message).toBe('short');
});
